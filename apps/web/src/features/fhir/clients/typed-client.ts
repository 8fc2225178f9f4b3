import { FhirClientFields } from '@readroom/contracts/fhir/fhir-clients'

/** A client as it is typed. `keys`: a JWKS as JSON. */
export type TypedClient = { name: string; labId: string; keys: string }
export type TypedErrors = Partial<Record<keyof TypedClient, string>>

const messages: TypedErrors = {
  name: 'Please enter a name',
  labId: 'Please choose a laboratory',
  keys: 'Please paste public keys as a JWKS, each with a "kid": RSA of at least 2048 bits, or EC on P-384. Private keys are refused.',
}

/** Returns the value of a JSON text, or undefined. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the fields that were typed, or a message for each that is wrong. */
export function readClient({ name, labId, keys }: TypedClient): { fields: FhirClientFields } | { errors: TypedErrors } {
  const parsed = FhirClientFields.safeParse({ name, labId, jwks: readJson(keys) })
  if (parsed.success) return { fields: parsed.data }
  const faulty = new Set(parsed.error.issues.map(({ path: [field] }) => (field === 'jwks' ? 'keys' : field)))
  return { errors: Object.fromEntries(Object.entries(messages).filter(([field]) => faulty.has(field))) }
}
