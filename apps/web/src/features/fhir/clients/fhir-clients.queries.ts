import { type FhirClientFields, fhirClientEndpoints } from '@readroom/contracts/fhir/fhir-clients'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** The registered clients with the address of the FHIR API. Clients sign in by themselves, so the page is read again. */
export const fhirClientsOptions = queryOptions({
  queryKey: ['fhir-clients'],
  queryFn: ({ signal }) => api.call(fhirClientEndpoints.list, {}, { signal }),
  refetchInterval: 15_000,
  staleTime: 0,
})

/** Registers a system of a laboratory. */
export const createFhirClient = (body: FhirClientFields) => api.call(fhirClientEndpoints.create, { body })

/** Activates or deactivates a client. */
export const setFhirClientActive = (clientId: string, isActive: boolean) =>
  api.call(fhirClientEndpoints.update, { params: { clientId }, body: { isActive } })

/** Deletes a client. */
export const removeFhirClient = (clientId: string) => api.call(fhirClientEndpoints.remove, { params: { clientId } })
