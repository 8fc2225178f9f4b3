import { type FhirInclude, type FhirResourceType, fhirIncludes } from '@readroom/contracts/fhir/fhir-resources'
import { z } from 'zod'
import type { Found } from './searcher.ts'

const Reference = z.object({ reference: z.string().optional() })
const References = z.union([Reference.transform((one) => [one]), z.array(Reference)]).catch([])

/** Returns the ids of the resources that an element of these names. */
function idsIn(found: readonly Found[], { element, target }: FhirInclude): string[] {
  const prefix = `${target}/`
  return found
    .flatMap(({ resource }) => References.parse(resource && Object.entries(resource).find(([name]) => name === element)?.[1]))
    .flatMap(({ reference }) => (reference?.startsWith(prefix) ? [reference.slice(prefix.length)] : []))
}

/** Returns the ids of the resources that a search includes, by their type, each once. */
export function includedIds(
  type: FhirResourceType,
  includes: readonly string[],
  found: readonly Found[],
): Map<FhirResourceType, string[]> {
  const ids = new Map<FhirResourceType, string[]>()
  for (const include of includes) {
    const followed = fhirIncludes[type][include.split(':')[1] ?? '']
    if (!followed) continue
    ids.set(followed.target, [...new Set([...(ids.get(followed.target) ?? []), ...idsIn(found, followed)])])
  }
  return ids
}
