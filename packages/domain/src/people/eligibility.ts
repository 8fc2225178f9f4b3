import type { Reads } from '@readroom/contracts/people/doctors'
import type { PresenceFields } from '@readroom/contracts/people/presence'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { updateDoctorProfile } from '@readroom/db/people/doctors'
import { replaceGroupsOfDoctor } from '@readroom/db/people/eligibility'
import { savePresence } from '@readroom/db/people/presence'

/** The facts about a doctor that administrators enter, and that decide which studies the doctor can be given. */
export type EligibilityFacts = Reads & {
  groupIds: readonly string[]
  /** Null: nothing was saved, so the doctor works on the available days. */
  presence: PresenceFields | null
}

/** The parts of it that change. */
export type ChangedParts = { reads: boolean; groups: boolean; presence: boolean }

/** Writes down what decides about a doctor whom the transaction holds. The audit log has the changed fields, and numbers of shifts and absences. */
export async function changeEligibility(
  tx: Tx<'account'>,
  actor: Actor,
  {
    doctorId,
    facts,
    parts,
    changed,
  }: { doctorId: string; facts: EligibilityFacts; parts: ChangedParts; changed: readonly string[] },
): Promise<void> {
  const { groupIds, presence, ...reads } = facts
  if (parts.reads) await updateDoctorProfile(tx, doctorId, reads)
  if (parts.groups) await replaceGroupsOfDoctor(tx, doctorId, groupIds)
  const target = { type: 'doctor', id: doctorId }
  await audit(tx, actor, { action: 'doctor.updated', target, details: { changed } })
  if (!parts.presence || presence === null) return
  await savePresence(tx, doctorId, presence)
  const { timeZone, shifts, absences } = presence
  await audit(tx, actor, {
    action: 'presence.changed',
    target,
    details: { timeZone, shifts: shifts.length, absences: absences.length },
  })
}
