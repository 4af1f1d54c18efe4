/** The credentials of the people and service accounts in test/upgrade/install-0071.sql.gz. */
export const credentialsBefore = {
  at: Date.parse('2026-11-22T12:35:05.900Z'),
  ada: {
    id: 'prs_01M81M1FY18MQ5M0GW21Z0V5GE',
    cookie: 'probata_session=pbs_01M81M1FY18MQ5M0GW21Z0V5GC_J6Zrl9NJnTBDsiRnTB9RAZaPb3uRavXiAW00diRaCbQ',
  },
  rita: {
    otpauthUrl:
      'otpauth://totp/Probata:rita%40acme.example?issuer=Probata&secret=RLTD5CT6O4FMWRHLCULCSA6WI4QGYICH&algorithm=SHA1&digits=6&period=30',
    recoveryCode: 'Z7KQ-KAKH-NNGV-T7M7',
    feed: '/api/calendar/01M81M1FY18MQ5M0GW21Z0V5GC_JD656HIQpwlzW5iM5pWmLbY8pFfpelJZyc_fYn52TGg.ics',
  },
  nightly: {
    id: 'sva_01M81M1G556T1BSBCTE4NCZHFJ',
    secret: '7zw8SeDUsxQm1LihX8ZzFpatTfYJJcWh0-yNz0a0CsU',
    token: 'pbt_01M81M1FY18MQ5M0GW21Z0V5GC_Mh072CYKkmmS_KJSlSUrWks_h82hqnODc8EnLnFIeT0',
  },
  invitation: '01M81M1FY18MQ5M0GW21Z0V5GC_vllaph7xcbeXxAi-na7618KRToWPBgGmXKdH3nmi2Jk',
  claimId: 'gec_01M81M1GA5D8879VYWW4497QG6',
  packageId: 'subpkg_01M81M1GDMBE11R87H3AJF76H0',
  webhooks: {
    ofAccount: 'whk_01M81M1G86F08C01PQ4JYQ7B42',
    ofPerson: { id: 'whk_01M81M1G9AA7XC6RE6DGW6CCT7', secret: 'whsec_VNWY65TDhFnusPN6aDJgEPIyWAkeI5UxKK1gRMDJAL4=' },
  },
} as const
