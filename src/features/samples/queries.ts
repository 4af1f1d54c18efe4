import { statement, text } from '#db/statement.ts'

/** Finds the sample workspace of the install, if it has one. */
export const findSample = statement('find_sample', {}, 'select * from sample_workspace()')

/** Finds the organization that operates the install. Its trail records who closed a sample. */
export const findOperating = statement('find_operating_organization', {}, 'select operating_organization() as id')

export const deleteSample = statement('close_sample', { id: text, at: text }, 'select close_sample(:id, :at) as closed')

/** Finds the samples that were closed since a time. */
export const findClosed = statement('closed_samples', { since: text }, 'select * from closed_samples(:since) as id')

export const sweepClosed = statement('sweep_closed_sample', { id: text }, 'select sweep_closed_sample(:id)')

export const findSamplePeople = statement(
  'find_people_of_sample',
  {},
  "select id, role, record::json ->> 'email' as email from person where organization_id = :organization order by id",
)
