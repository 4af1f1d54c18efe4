/** The texts of pages that wait for the server or for a newer version of the app. */
export const interruptions = {
  waiting: {
    title: 'Waiting for the server',
    text: 'The server does not respond. This page appears automatically as soon as it does.',
  },
  newer: {
    text: 'A new version of this app is available.',
    load: 'Load it',
    title: 'This page needs the new version',
    gone: 'The app was upgraded while it was open, so this page can only be shown by the new version.',
  },
}
