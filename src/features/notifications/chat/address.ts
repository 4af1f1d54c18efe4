import type { Binding } from '#lib/sealed.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import type { ChatService } from './payloads.ts'

/**
 * The addresses that each service gives out. Anyone may enter one, so only these are posted to: a form of other systems
 * must not be within reach. Mattermost runs anywhere, but always below /hooks/.
 */
const forms: Readonly<Record<ChatService, RegExp>> = {
  slack: /^https:\/\/hooks\.slack(-gov)?\.com\/(services|triggers|workflows)\/[A-Za-z0-9/_-]+$/,
  teams:
    /^https:\/\/[a-z0-9.-]+\.(logic\.azure\.com|api\.powerplatform\.com)(:443)?\/[A-Za-z0-9/._-]+\?[A-Za-z0-9=&%._-]+$/,
  mattermost: /^https?:\/\/[A-Za-z0-9.:[\]-]+(\/[A-Za-z0-9._-]+)*\/hooks\/[A-Za-z0-9]{1,64}$/,
}

const connector = /^https:\/\/[a-z0-9-]+\.webhook\.office\.com\//

/** Why an address cannot be one of the service; undefined if it can. */
export const chatAddressProblem = (service: ChatService, address: string): Sentence | undefined => {
  if (service === 'teams' && connector.test(address))
    return sentence`chat.retired_connector: is a connector of Office 365, which Microsoft has retired; create a webhook with the app Workflows of Teams`
  if (forms[service].test(address)) return undefined
  return sentence`chat.address: must be the address of an incoming webhook, as ${{ service }} shows it`
}

export const chatBinding = (organization: string, personId: string): Binding => ({
  organization,
  record: personId,
  field: 'chatAddress',
})
