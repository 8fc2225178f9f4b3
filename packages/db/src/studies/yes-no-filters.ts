import type { YesNoFilter } from '@readroom/contracts/studies/yes-no-filters'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { studies } from './studies.schema.ts'

/** The sums that count a yes-or-no filter (`CountedBy` in study-filters.ts), or the index that finds its rows. */
type YesNoCountedBy = 'state' | 'kind' | { index: string }

/** The condition of each yes-or-no filter, the column that it reads, and what counts its studies. */
export const yesNoFilters: Record<YesNoFilter, { countedBy: YesNoCountedBy; condition: SQL; column: AnyPgColumn }> = {
  emergency: { countedBy: 'state', condition: sql`is_emergency`, column: studies.isEmergency },
  mlc: { countedBy: 'kind', condition: sql`mlc_case`, column: studies.mlcCase },
}
