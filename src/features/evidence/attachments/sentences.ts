import { type Sentence, sentence } from '#lib/sentence.ts'

export const filesNeedSubmitted = (status: string): Sentence =>
  sentence`claim.files_need_submitted: The claim is ${{ status }}; files can only be attached while it is submitted.`
