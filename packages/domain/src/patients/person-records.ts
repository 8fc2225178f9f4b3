import { type IdentityUnion, takenOverCorrections, takenOverFields } from '@readroom/contracts/patients/identity-reviews'
import type { Tx } from '@readroom/db/core/client'
import { writePerson } from '@readroom/db/patients/identity-reviews'
import type { PatientRow } from '@readroom/db/patients/patients'

const reasonSeparator = '; '

const isAmong = (fields: readonly string[], field: string) => fields.includes(field)

/** Returns the reasons for the holds of two people who are one: those of both, since an administrator lifts them together. */
function joinReasons(kept: string | null, added: string | null): string | null {
  if (kept === null || added === null) return kept ?? added
  if (`${reasonSeparator}${kept}${reasonSeparator}`.includes(`${reasonSeparator}${added}${reasonSeparator}`)) return kept
  return `${kept}${reasonSeparator}${added}`
}

/** Returns the reasons that stay after a person took theirs back. */
function withoutReason(joined: string | null, taken: string | null): string | null {
  const ending = `${reasonSeparator}${taken}`
  return taken !== null && joined?.endsWith(ending) ? joined.slice(0, -ending.length) : joined
}

/**
 * Puts a person on hold for the reason of another whose studies they got: the hold was of these studies too, and nobody has decided that it ends.
 * Returns false if the person is on hold for this reason already.
 */
export async function extendHold(tx: Tx<'patient'>, { from, into }: { from: PatientRow; into: PatientRow }): Promise<boolean> {
  const holdReason = joinReasons(into.holdReason, from.holdReason)
  if (holdReason === into.holdReason) return false
  await writePerson(tx, into.id, { holdReason, version: from.version })
  return true
}

/**
 * Joins the record of a person without studies left to the one who got them: empty fields are filled, nothing is written over. If both are on hold,
 * both reasons are kept. Corrections are taken over only with `withCorrections`: they change the names on all studies of that person.
 */
export async function unitePeople(
  tx: Tx<'patient'>,
  { from, into, withCorrections }: { from: PatientRow; into: PatientRow; withCorrections: boolean },
): Promise<IdentityUnion> {
  const fields = withCorrections ? [...takenOverFields, ...takenOverCorrections] : takenOverFields
  const filled = fields.filter((field) => !into[field] && from[field])
  const values = Object.fromEntries(filled.map((field) => [field, from[field]]))
  const hl7Fields = [...into.hl7Fields, ...from.hl7Fields.filter((field) => isAmong(filled, field))]
  const holdReason = joinReasons(into.holdReason, from.holdReason)
  await writePerson(tx, into.id, { ...values, holdReason, hl7Fields, version: from.version })
  await writePerson(tx, from.id, { mergedInto: into.id, version: into.version })
  return { from: from.id, into: into.id, filled }
}

const emptyText: ReadonlySet<string> = new Set(['contactPhone', 'contactEmail', 'address'])

/**
 * Gives a person who was joined to another their own record back, and takes from the other what came of it and was not changed since. A hold of the other
 * is one of both from then on: it may have begun while they were one, and an administrator can end it.
 */
export async function separatePeople(
  tx: Tx<'patient'>,
  people: readonly PatientRow[],
  { from, into, filled }: IdentityUnion,
): Promise<void> {
  const [own, other] = [people.find(({ id }) => id === from), people.find(({ id }) => id === into)]
  if (!own || !other) return
  const unchanged = filled.filter((field) => own[field] === other[field])
  const emptied = Object.fromEntries(unchanged.map((field) => [field, emptyText.has(field) ? '' : null]))
  const hl7Fields = other.hl7Fields.filter((field) => !isAmong(unchanged, field))
  const remaining = withoutReason(other.holdReason, own.holdReason)
  await writePerson(tx, other.id, { holdReason: remaining, ...emptied, hl7Fields, version: own.version })
  const holdReason = own.holdReason ?? other.holdReason
  await writePerson(tx, own.id, { mergedInto: null, holdReason, version: other.version })
}
