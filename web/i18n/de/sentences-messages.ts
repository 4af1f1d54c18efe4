/** Sentences about mails and chat channels. */
export const messageSentences = {
  chat: {
    address: 'muss die Adresse eines eingehenden Webhooks sein, wie {{service}} sie anzeigt',
    retired_connector:
      'ist ein Connector von Office 365, den Microsoft eingestellt hat; erstellen Sie in Teams einen Webhook mit der App „Workflows“',
  },
  unsubscribe: {
    too_many: 'Zu viele Links, die nicht funktionieren; warten Sie eine Minute.',
    unknown_link:
      'Der Link ist unvollständig oder gehört zu einer anderen Installation. Melden Sie sich an, und ändern Sie die Einstellungen Ihrer Benachrichtigungen.',
  },
}
