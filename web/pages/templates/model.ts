import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'

export type RequirementTemplate = Schemas['RequirementTemplate']
export type TemplateScheme = Schemas['TemplateScheme']
export type TemplateResult = Schemas['TemplateResult']
export type SchemeKey = TemplateScheme['scheme']

/** The language of the templates, which is the language of the page. */
export const useTextLanguage = (): 'en' | 'de' => {
  const { i18n } = useTranslation()
  return i18n.language === 'de' ? 'de' : 'en'
}

/** The templates of a scheme that contain the words. Shows the previous ones while others load. */
export const useTemplates = (scheme: SchemeKey | undefined, search: string) => {
  const query = { language: useTextLanguage(), ...(scheme && { scheme }), ...(search && { search }) }
  return api.useQuery(
    'get',
    '/api/workspace/requirement-templates',
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
}

/** Groups templates by topic, in their order. */
export const byTopic = (templates: readonly RequirementTemplate[]): ReadonlyMap<string, RequirementTemplate[]> =>
  Map.groupBy(templates, ({ topic }) => topic)

/** Whether a template can be selected: the workspace does not have its requirement yet. */
export const isOpen = ({ requirement }: RequirementTemplate): boolean => requirement === null
