import type { account as english } from '#web/i18n/en/account.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const account = {
  ended: {
    title: 'Ihre Sitzung ist zu Ende',
    text: 'Melden Sie sich wieder an. Diese Seite behält alles, was Sie geschrieben haben, und macht dann weiter.',
    leave: 'Zur Anmeldeseite',
    noWindow:
      'Der Browser hat kein Fenster geöffnet. Erlauben Sie Pop-ups für diese Adresse, oder verwenden Sie Ihr Passwort.',
  },
  done: {
    title: 'Sie sind angemeldet',
    text: 'Dieses Fenster kann geschlossen werden; die Seite, die es geöffnet hat, macht weiter.',
  },
  title: 'Ihr Konto',
  who: 'Ihre Angaben',
  name: 'Name',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  organization: 'Arbeitsbereich',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  currentPassword: 'Bisheriges Passwort',
  passwordRule:
    'Mindestens {{count}} beliebige Zeichen; gut sind mehrere Wörter. Kein gängiges Passwort und mehr als Ihr Name oder der des Arbeitsbereichs.',
  showPassword: 'Eingabe zeigen',
  code: 'Code',
  codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  signedInWith: 'Angemeldet mit',
  until: 'Angemeldet bis',
  how: {
    password: 'Passwort',
    single_sign_on: 'Einmalanmeldung',
    setup: 'Einrichtungslink',
    invitation: 'Einladung',
    passkey: 'Passkey',
  },
  signIn: {
    title: 'Anmelden',
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    or: 'oder',
    singleSignOn: 'Einmalanmeldung (SSO)',
    connect:
      'Geben Sie Ihre E-Mail-Adresse ein und wählen Sie die Einmalanmeldung: Sie verbindet Ihr Konto mit Ihrer Anmeldung.',
    signedOut: 'Sie sind abgemeldet, hier und bei Ihrem Identitätsanbieter.',
  },
  choose: {
    title: 'Arbeitsbereich wählen',
    text: 'Sie arbeiten in mehr als einem.',
    back: 'Zurück zur Anmeldung',
  },
  callback: {
    title: 'Einmalanmeldung',
    wait: 'Einen Moment: Ihr Identitätsanbieter hat geantwortet.',
    again: 'Zurück zur Anmeldung',
    code: 'Ihr Identitätsanbieter hat Sie bestätigt. Geben Sie jetzt einen Code Ihres zweiten Faktors ein.',
    passkey:
      'Ihr Identitätsanbieter hat Sie bestätigt. Verwenden Sie jetzt Ihren Passkey, oder geben Sie einen Wiederherstellungscode ein.',
  },
  setup: {
    title: 'Probata einrichten',
    text: 'Sie legen das erste Administratorkonto dieses Arbeitsbereichs an.',
    incomplete: 'Der Link ist unvollständig: Öffnen Sie die ganze Adresse, die der Server ausgegeben hat.',
    used: 'Dieser Link wurde schon benutzt: Das erste Administratorkonto ist angelegt. Melden Sie sich an, oder bitten Sie die Administration um eine Einladung.',
    expired: 'Dieser Link ist abgelaufen. Starten Sie Probata neu, um einen neuen zu erhalten.',
    unknown: 'Das ist nicht der neueste Link. Starten Sie Probata neu, um einen neuen zu erhalten.',
    submit: 'Konto anlegen',
  },
  invitation: {
    title: 'Einladung',
    text: '{{organization}} lädt Sie ein. Ihre Rolle: {{role}}.',
    until: 'Der Link gilt bis',
    submit: 'Beitreten',
    joins: 'Ich habe hier schon ein Konto',
    joinsHint:
      'Ihre Anmeldung gilt dann auch für diesen Arbeitsbereich. Wählen Sie ein neues Passwort; Ihre anderen Sitzungen enden.',
    resetTitle: 'Neues Passwort',
    resetText: 'Wählen Sie ein neues Passwort für {{organization}}.',
    resetSubmit: 'Passwort setzen',
    changed: 'Das neue Passwort gilt. Melden Sie sich damit und mit Ihrem zweiten Faktor an.',
  },
  forgot: {
    title: 'Passwort vergessen',
    text: 'Gehört die Adresse jemandem hier, senden wir ihr einen Link für ein neues Passwort.',
    submit: 'Link senden',
    sent: 'Gehört die Adresse jemandem hier, ist der Link unterwegs. Er gilt 24 Stunden.',
    noMail: 'Diese Installation versendet keine E-Mail. Bitten Sie die Administration um einen Link.',
    back: 'Zurück zur Anmeldung',
  },
  changePassword: {
    title: 'Passwort',
    submit: 'Passwort ändern',
    done: 'Ihr Passwort ist geändert. Ihre anderen Sitzungen und Ihre Kalenderadressen sind beendet: Abonnieren Sie diese neu.',
  },
  connectSignOn: {
    title: 'Einmalanmeldung',
    text: 'Verbinden Sie Ihr Konto mit Ihrer Anmeldung bei {{provider}}.',
    submit: 'Meine Anmeldung verbinden',
    connectedSince: 'Verbunden mit Ihrer Anmeldung bei {{provider}} seit',
    remove: 'Meine Anmeldung trennen',
    removeText:
      'Ihre Anmeldung öffnet dieses Konto nicht mehr, und Sitzungen, die sie geöffnet hat, enden. Melden Sie sich mit Ihrem Passwort an; hier können Sie sie wieder verbinden.',
  },
  ownFactor: {
    none: '{{names}} könnte als Sie handeln: Bei Entscheidungen zählen Sie als eine Person. Richten Sie einen zweiten Faktor ein und zeigen Sie, dass es Ihrer ist.',
    shown:
      '{{names}} könnte als Sie handeln: Bei Entscheidungen zählen Sie als eine Person. Zeigen Sie, dass der zweite Faktor Ihrer ist: mit dem Link aus unserer E-Mail, oder lassen Sie es sich von jemand anderem aus der Administration bestätigen.',
    text: 'Geben Sie einen Code Ihrer App ein. Passkeys Ihres Kontos werden entfernt; fügen Sie Ihre wieder hinzu.',
    textPasskey:
      'Verwenden Sie Ihren Passkey. Andere Passkeys Ihres Kontos werden entfernt; fügen Sie Ihre wieder hinzu.',
    submit: 'Es ist meiner',
    notice: 'Andere Personen könnten als Sie handeln',
    applies: 'Sie können nicht über deren Arbeit entscheiden, und diese nicht über Ihre.',
    appliesFrom: 'Sie können nicht über deren Arbeit entscheiden, und diese nicht über Ihre, ab',
    setUp: 'Das endet, wenn Sie einen zweiten Faktor einrichten und zeigen, dass es Ihrer ist.',
    show: 'Das endet, wenn Sie zeigen, dass Ihr zweiter Faktor Ihrer ist.',
    toAccount: 'Zu Ihrem Konto',
  },
  secondFactor: {
    title: 'Zweiter Faktor',
    off: 'Codes aus einer Authenticator-App schützen Ihr Konto, wenn jemand Ihr Passwort erfährt.',
    begin: 'Authenticator-App einrichten',
    beginText: 'Geben Sie Ihr Passwort ein, damit niemand anderes in einem offenen Browser eine App einrichtet.',
    scan: 'Scannen Sie dies mit Ihrer Authenticator-App oder tippen Sie die Zeichen ab; geben Sie dann den Code ein.',
    qr: 'QR-Code für die Authenticator-App',
    confirm: 'Einschalten',
    recovery: 'Wiederherstellungscodes, nur dieses eine Mal gezeigt: Jeder gilt einmal, wenn die App verloren ist.',
    on: 'Die Anmeldung verlangt einen Code.',
    remove: 'Ausschalten',
    removeText:
      'Danach genügt das Passwort allein. Ist die App verloren, hilft ein Wiederherstellungscode; ohne beides die Administration.',
    endOthers: 'Meine anderen Sitzungen beenden',
  },
  enrol: {
    title: 'Zweiten Faktor einrichten',
    text: 'Dieser Arbeitsbereich verlangt einen. Bis er eingerichtet ist, ist alles andere gesperrt.',
    soon: 'Dieser Arbeitsbereich verlangt einen zweiten Faktor. Einrichten bis',
    now: 'Jetzt einrichten',
    done: 'Weiter',
  },
  passkeys: {
    title: 'Passkeys',
    text: 'Fingerabdruck, PIN oder Sicherheitsschlüssel statt des Passworts oder zusätzlich zu ihm. Passkeys lassen sich nicht durch Phishing stehlen.',
    name: 'Name',
    add: 'Passkey hinzufügen',
    addText:
      'Geben Sie ihm einen Namen, an dem Sie erkennen, wo er liegt, etwa das Gerät. Ihre anderen Sitzungen enden.',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    removeTitle: 'Passkey „{{name}}“ entfernen',
    removeText: 'Mit ihm ist keine Anmeldung mehr möglich, und Ihre anderen Sitzungen enden. Ihr Passwort gilt weiter.',
    signIn: 'Mit Passkey anmelden',
    instead: 'Passkey verwenden',
    notUsed: 'Es wurde kein Passkey verwendet: Der Browser hat keinen für diese Seite, oder Sie haben abgebrochen.',
    state: {
      another_host: 'für {{host}} erstellt, hier nicht verwendbar',
      cloned: 'gesperrt: Es gibt eine Kopie',
    },
    why: {
      ip_address:
        'Browser erstellen Passkeys nur für Hostnamen; diese Installation wird über eine IP-Adresse erreicht.',
      not_https: 'Browser erstellen Passkeys nur über https; diese Installation wird über einfaches http erreicht.',
      sign_in_with_password:
        'Um Passkeys zu sehen und hinzuzufügen, melden Sie sich mit Ihrem Passwort oder einem Passkey an.',
    },
  },
  confirm: {
    title: 'Sind Sie es?',
    text: 'Ihre letzte Passworteingabe ist mehr als zehn Minuten her. Geben Sie es erneut ein, um Zugänge zu ändern.',
    signOnText:
      'Um Zugänge zu ändern, melden Sie sich noch einmal beim Identitätsanbieter an. Sie kommen auf diese Seite zurück; wiederholen Sie dann, was Sie tun wollten.',
    submit: 'Weiter',
    signOn: 'Noch einmal anmelden',
  },
  addressChange: {
    title: 'Neue E-Mail-Adresse',
    text: 'Ihr Identitätsanbieter hat eine andere Adresse für Sie: {{address}}. Bis Sie sie bestätigen, melden Sie sich mit der bisherigen an.',
    confirm: 'Neue Adresse verwenden',
    decline: 'Bisherige behalten',
  },
  sessions: {
    title: 'Sitzungen',
    device: 'Browser',
    address: 'Adresse',
    used: 'Zuletzt benutzt',
    current: 'diese',
    end: 'Beenden',
    endOthers: 'Alle anderen beenden',
  },
} satisfies Texts<typeof english>
