import { fhirPath } from '@readroom/contracts/fhir/fhir-resources'
import type { Config } from '../core/config.ts'

/** Returns the base address of the FHIR API, without a slash at its end. */
export const fhirBase = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string => new URL(fhirPath, PUBLIC_URL).href
