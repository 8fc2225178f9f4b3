import type { CapabilityStatement, CapabilityStatementRestResource } from '@medplum/fhirtypes'
import { fhirIncludes, fhirResources, fhirResourceTypes } from '@readroom/contracts/fhir/fhir-resources'
import { unlessEmpty } from './fhir-codes.ts'

/** The date of the newest change of this statement. */
const changedOn = '2026-11-28'

/** Files are read by the addresses that DocumentReferences name. */
const files: CapabilityStatementRestResource = { type: 'Binary', interaction: [{ code: 'read' }] }

const resources: CapabilityStatementRestResource[] = fhirResourceTypes.map((type) => ({
  type,
  interaction: [{ code: 'read' }, { code: 'search-type' }, ...(type === 'ServiceRequest' ? [{ code: 'create' as const }] : [])],
  ...(type === 'ServiceRequest' && { conditionalCreate: true }),
  ...unlessEmpty(
    'searchInclude',
    Object.keys(fhirIncludes[type]).map((name) => `${type}:${name}`),
  ),
  searchParam: Object.entries(fhirResources[type]).map(([name, parameter]) => ({ name, ...parameter })),
}))

/** Describes what this server answers. Made of the table that the routes are made of. */
export const capabilityStatement = (base: string): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: changedOn,
  kind: 'instance',
  software: { name: 'Readroom' },
  implementation: { description: 'Readroom', url: base },
  fhirVersion: '4.0.1',
  format: ['json'],
  rest: [
    {
      mode: 'server',
      security: {
        service: [
          { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'SMART-on-FHIR' }] },
        ],
        description:
          'SMART backend services: client_credentials with private_key_jwt. A client reads the data of one laboratory, and makes its orders.',
      },
      resource: [...resources, files],
    },
  ],
})
