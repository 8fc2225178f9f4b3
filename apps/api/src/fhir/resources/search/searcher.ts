import type { Resource } from '@medplum/fhirtypes'
import type { FhirSearch } from '@readroom/contracts/fhir/fhir-resources'
import type { Db } from '@readroom/db/core/client'
import type { FhirChanged, FhirPosition } from '@readroom/db/fhir/fhir-page'
import type { SearchToken } from './search-token.ts'

/** The laboratory whose rows a search reads, and the base address of the API for links. */
type Scope = { db: Db; labId: string; base: string }

/** The parsed parameters of a search. */
export type Search = {
  /** One of them is looked for. */
  ids?: readonly string[] | undefined
  /** One of them is looked for. */
  identifiers?: SearchToken[] | undefined
  patient?: FhirSearch['patient']
  /** The patient has one of them. */
  patientIdentifiers?: SearchToken[] | undefined
  /** One of them is looked for. */
  statuses?: FhirSearch['status']
  related?: FhirSearch['related']
  changed?: FhirChanged | undefined
  after?: FhirPosition | undefined
  limit: number
}

/**
 * A resource with its position in the list. Null: it is no longer visible, and its page goes on behind it. `record`: the study or patient in whose audit
 * log a read is, if that is not the resource itself.
 */
export type Found = {
  resource: (Resource & { id: string }) | null
  record?: { type: 'study' | 'patient'; id: string }
  position: FhirPosition
}

/** Returns a page of resources, in the order of the list. */
export type Searcher = (scope: Scope, search: Search) => Promise<Found[]>

type Times = { id: string; arrivedAt: Date; changedAt: Date }

/** Returns the position of a row in the list that a search asks for. */
export const positionIn = ({ changed }: Pick<Search, 'changed'>, { id, arrivedAt, changedAt }: Times): FhirPosition => ({
  receivedAt: changed ? changedAt : arrivedAt,
  id,
})
