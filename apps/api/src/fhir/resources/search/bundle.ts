import type { Bundle, BundleEntry, BundleLink } from '@medplum/fhirtypes'
import type { FhirResourceType, FhirSearch } from '@readroom/contracts/fhir/fhir-resources'
import { encodePosition } from '../../../orders/orders/study-cursor.ts'
import type { Found } from './searcher.ts'

/** Resources of one type. */
export type FoundOfType = { type: FhirResourceType; found: readonly Found[] }

type Page = FoundOfType & { base: string; search: FhirSearch; next: Found | undefined; included: readonly FoundOfType[] }

/** Parameters that stand in the address as often as they have values. The values of others are separated by commas. */
const repeated: readonly string[] = ['_lastUpdated', '_include']

/** Writes the address of a search with its parameters, those that were applied only. */
function addressOf({ base, type }: Pick<Page, 'base' | 'type'>, search: FhirSearch): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const values = repeated.includes(name) ? [value].flat() : [value && String(value)]
    for (const each of values) if (each !== undefined) parameters.append(name, String(each))
  }
  return `${base}/${type}?${parameters}`
}

const entriesOf = (base: string, { type, found }: FoundOfType, mode: 'match' | 'include'): BundleEntry[] =>
  found.flatMap(({ resource }) => (resource ? [{ fullUrl: `${base}/${type}/${resource.id}`, resource, search: { mode } }] : []))

/** Makes the answer to a search. `next` is the last row of the page if there are more behind it. */
export function searchBundle({ search, next, included, ...of }: Page): Bundle {
  const own: BundleLink = { relation: 'self', url: addressOf(of, search) }
  const links = next
    ? [own, { relation: 'next' as const, url: addressOf(of, { ...search, _cursor: encodePosition(next.position) }) }]
    : [own]
  const entries = [...entriesOf(of.base, of, 'match'), ...included.flatMap((each) => entriesOf(of.base, each, 'include'))]
  return { resourceType: 'Bundle', type: 'searchset', link: links, ...(entries.length > 0 && { entry: entries }) }
}
