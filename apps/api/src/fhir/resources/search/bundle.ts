import type { Bundle, BundleLink } from '@medplum/fhirtypes'
import type { FhirResourceType, FhirSearch } from '@readroom/contracts/fhir/fhir-resources'
import { encodePosition } from '../../../orders/orders/study-cursor.ts'
import type { Found } from './searcher.ts'

type Page = { base: string; type: FhirResourceType; search: FhirSearch; found: readonly Found[]; next: Found | undefined }

/** Writes the address of a search with its parameters, those that were applied only. */
function addressOf({ base, type }: Pick<Page, 'base' | 'type'>, search: FhirSearch): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat()) if (each !== undefined) parameters.append(name, String(each))
  }
  return `${base}/${type}?${parameters}`
}

/** Makes the answer to a search. `next` is the last row of the page if there are more behind it. */
export function searchBundle({ search, found, next, ...of }: Page): Bundle {
  const own: BundleLink = { relation: 'self', url: addressOf(of, search) }
  const links = next
    ? [own, { relation: 'next' as const, url: addressOf(of, { ...search, _cursor: encodePosition(next.position) }) }]
    : [own]
  const entries = found.flatMap(({ resource }) =>
    resource ? [{ fullUrl: `${of.base}/${of.type}/${resource.id}`, resource, search: { mode: 'match' as const } }] : [],
  )
  return { resourceType: 'Bundle', type: 'searchset', link: links, ...(entries.length > 0 && { entry: entries }) }
}
