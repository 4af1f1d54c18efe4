import { skipToken, useQuery } from '@tanstack/react-query'
import type { ListTotal, Pages } from '#web/api/lists.ts'

/** The number of records of a list, read after its first rows. */
export const useTotal = <Row>({ total }: Pages<Row>): ListTotal | undefined => {
  const { data } = useQuery({
    queryKey: total?.queryKey ?? ['no total'],
    queryFn: total?.queryFn ?? skipToken,
  })
  return data ?? undefined
}
