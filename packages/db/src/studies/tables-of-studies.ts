import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type * as tickets from '../access/tickets.schema.ts'
import type * as answeredChanges from '../core/answered-changes.schema.ts'
import type * as fhirChanges from '../fhir/fhir-changes.schema.ts'
import type * as quarantine from '../images/quarantine.schema.ts'
import type * as zips from '../images/zips.schema.ts'
import type * as orders from '../orders/orders.schema.ts'
import type * as documents from '../patients/documents.schema.ts'
import type * as imageMoves from '../patients/image-moves.schema.ts'
import type * as studyPeople from '../patients/study-people.schema.ts'
import type * as keyImages from '../reading/key-images.schema.ts'
import type * as reading from '../reading/reading.schema.ts'
import type * as criticalResults from '../reports/critical-results.schema.ts'
import type * as dispatches from '../reports/dispatches.schema.ts'
import type * as reportVersions from '../reports/report-versions.schema.ts'
import type * as reports from '../reports/reports.schema.ts'
import type * as results from '../reports/results.schema.ts'
import type * as automaticAssignment from '../turnaround/automatic-assignment.schema.ts'
import type * as assignments from './assignments/assignments.schema.ts'
import type * as discussions from './discussions/discussions.schema.ts'
import type * as escalations from './escalations/escalations.schema.ts'
import type * as series from './series.schema.ts'
import type * as shareLinks from './sharing/share-links.schema.ts'
import type * as studies from './studies.schema.ts'
import type * as studyEvents from './study-events.schema.ts'

type Schemas =
  | typeof answeredChanges
  | typeof tickets
  | typeof assignments
  | typeof automaticAssignment
  | typeof criticalResults
  | typeof discussions
  | typeof dispatches
  | typeof documents
  | typeof escalations
  | typeof fhirChanges
  | typeof imageMoves
  | typeof keyImages
  | typeof orders
  | typeof reading
  | typeof reports
  | typeof results
  | typeof series
  | typeof shareLinks
  | typeof studies
  | typeof studyEvents
  | typeof studyPeople
  | typeof quarantine
  | typeof reportVersions
  | typeof zips

type NameIfOfStudies<Table> = Table extends PgTable & { studyId: AnyPgColumn } ? Table['_']['name'] : never
type TablesIn<Schema> = Schema extends Schema ? { [K in keyof Schema]: NameIfOfStudies<Schema[K]> }[keyof Schema] : never

/** The name of a table with rows of a study by `study_id`. A schema file that is missing above fails `tables-of-studies.test.ts`. */
export type TableOfStudies = TablesIn<Schemas>

/** `removed`: by the statement of all tables; `append-only`: by `erase_append_only`; `with its ZIP`: with the row of the ZIP. */
type Erasure = 'removed' | 'append-only' | 'with its ZIP'
/** `blanked`: by `anonymise_append_only`, which leaves codes and ids. */
type Anonymisation = 'removed' | 'kept' | 'blanked'
/** The effect on rows when their study moves. `announced`: the new laboratory is told. `matched again`: orders are looked for anew. */
type Move = 'stays' | 'follows' | 'ends' | 'announced' | 'matched again'

/** The effect on rows when images of another person leave their study. `ends`: for rows about the images that leave, or about both people. */
type Split = 'stays' | 'copied' | 'ends' | 'asked' | 'matched again'
/** The effect on rows of a study that was split off when the split is undone. `refuses`: while there are any, it is not undone. */
type Reunion = 'goes' | 'returns' | 'refuses'

type Rule = {
  erased: Erasure
  anonymised: Anonymisation
  /** True, or the reason why an export of the patient's data leaves the rows out. */
  exported: true | string
  /** When the study becomes another patient's. */
  toPatient: Move
  /** When the study becomes another laboratory's, which always gives it another patient too, or moves its patient. */
  toLaboratory: Move
  /** When images of another person become a study of their own. `asked`: a person decides, because no machine can. */
  atSplit: Split
  atReunion: Reunion
}

const admits = 'admits somebody to images or files'
const atWork = 'is about a reader at work'
const looked = 'is about the user who looked'
const images = 'is a copy of the images'

const gone = { erased: 'removed', anonymised: 'removed' } as const
const withZip = { erased: 'with its ZIP', anonymised: 'removed' } as const
const appended = { erased: 'append-only', anonymised: 'removed' } as const
const apart = { atSplit: 'stays', atReunion: 'goes' } as const
const stays = { toPatient: 'stays', toLaboratory: 'stays', ...apart } as const
/** About the images that leave, or about both people. */
const endsAtSplit = { atSplit: 'ends' } as const
/** Work that nobody may lose, and that is not the other study's. */
const refusesReunion = { atReunion: 'refuses' } as const

/**
 * The tables with rows of a study, and what happens to these rows when the study is erased, anonymised, exported, or moves
 * (docs/decisions/patients/study-moves.md). Erasures follow this order: tables first that others do not refer to.
 */
export const tablesOfStudies = {
  zips: { ...withZip, exported: images, ...stays, ...endsAtSplit },
  zip_studies: { ...withZip, exported: images, ...stays, ...endsAtSplit },
  // Tickets and grants are checked against the study's laboratory and doctors at each use.
  tickets: { ...gone, exported: admits, ...stays },
  viewer_grants: { ...gone, exported: admits, ...stays },
  window_grants: { ...gone, exported: admits, ...stays },
  reading_asides: { ...gone, exported: atWork, ...stays },
  displayed_series: { ...gone, exported: atWork, ...stays },
  answered_changes: { ...gone, exported: 'is an answer that can be sent again', ...stays },
  archived_reports: {
    ...gone,
    exported: "is the image archive's copy of a report",
    toPatient: 'stays',
    toLaboratory: 'announced',
    ...apart,
  },
  escalations: { ...gone, exported: atWork, ...stays },
  assignment_refusals: { ...gone, exported: atWork, ...stays },
  assignment_proposals: { ...gone, exported: atWork, ...stays },
  unplaced_studies: { ...gone, exported: atWork, ...stays },
  report_dispatches: { ...gone, exported: true, ...stays, ...refusesReunion },
  result_deliveries: { ...gone, exported: true, ...stays, toLaboratory: 'announced' },
  order_matches: {
    ...gone,
    exported: true,
    toPatient: 'matched again',
    toLaboratory: 'matched again',
    atSplit: 'matched again',
    atReunion: 'goes',
  },
  share_links: { ...gone, exported: admits, ...stays, toLaboratory: 'ends', ...endsAtSplit },
  downloads: { ...gone, exported: looked, ...stays },
  reports: {
    ...gone,
    exported: 'is exported as files',
    ...stays,
    toLaboratory: 'announced',
    atSplit: 'asked',
    ...refusesReunion,
  },
  documents: { ...gone, exported: true, ...stays, toPatient: 'follows', atReunion: 'returns' },
  key_images: { ...gone, exported: true, ...stays, ...endsAtSplit, ...refusesReunion },
  study_discussions: { ...gone, exported: true, ...stays, atReunion: 'returns' },
  drawing_failures: { ...gone, exported: 'are faults of images', ...stays },
  draft_annotations: { ...gone, exported: true, ...stays, ...endsAtSplit, ...refusesReunion },
  report_drafts: { ...gone, exported: true, ...stays, ...refusesReunion },
  report_holds: { ...gone, exported: atWork, ...stays },
  study_people: { ...gone, exported: true, ...stays },
  image_moves: { ...gone, exported: 'are ids of the image archive', ...stays },
  study_details: { ...gone, exported: true, ...stays },
  series: { ...gone, exported: true, ...stays },
  unknown_senders: { ...gone, exported: 'are names of scanners', ...stays },
  prior_openings: { ...gone, exported: looked, ...stays },
  // Triggers note the time of a move.
  fhir_study_changes: { erased: 'removed', anonymised: 'kept', exported: 'are times of rows that are exported', ...stays },
  assignments: { erased: 'removed', anonymised: 'kept', exported: true, ...stays, atSplit: 'copied' },
  study_events: { erased: 'append-only', anonymised: 'blanked', exported: true, ...stays },
  report_versions: { ...appended, exported: true, ...stays, ...refusesReunion },
  critical_results: { ...appended, exported: true, ...stays, toLaboratory: 'announced', ...refusesReunion },
} as const satisfies Record<TableOfStudies, Rule>

type Catalogue = typeof tablesOfStudies

/** The tables whose rows do something at a move, by what moves: a move that does not say what they do does not compile (`study-moves.ts`). */
export type TablesThatMove<To extends 'toPatient' | 'toLaboratory'> = {
  [Name in TableOfStudies]: Catalogue[Name][To] extends 'stays' | 'matched again' ? never : Name
}[TableOfStudies]

/** The tables whose rows do something when images leave their study: a split that does not say what they do does not compile (`image-moves.ts`). */
export type TablesThatSplit = {
  [Name in TableOfStudies]: Catalogue[Name]['atSplit'] extends 'stays' | 'matched again' ? never : Name
}[TableOfStudies]

/** Returns the tables of studies whose rule agrees, in the order of erasures. */
export function tablesWhere(agrees: (rule: Rule) => boolean): string[] {
  return Object.entries<Rule>(tablesOfStudies).flatMap(([name, rule]) => (agrees(rule) ? name : []))
}
