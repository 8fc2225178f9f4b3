import { AppError } from '@readroom/contracts/core/errors'
import type { PageQuery } from '@readroom/contracts/core/pagination'
import type { LabRegistration, LabUpdate } from '@readroom/contracts/people/labs'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  deleteLab,
  findLab,
  insertLab,
  isLabInUse,
  type LabRow,
  listAeTitles,
  listLabs,
  listStaffWithoutPassword,
  lockStaff,
  type NewLab,
  replaceAeTitles,
  updateLab,
} from '@readroom/db/people/labs'
import { markUserDeleted } from '@readroom/db/people/users'
import { requestGeneratedPassword } from '@readroom/domain/access/passwords'
import { endAccess, lockPresentLab, registerStaff } from '@readroom/domain/people/accounts'
import { claimStudies } from '@readroom/domain/people/locations'
import { changedFields } from '../../access/security/changed-fields.ts'
import type { Context } from '../../core/context.ts'

const target = (id: string) => ({ target: { type: 'lab', id } })

function registered({
  labName: name,
  labIdentifier: identifier,
  labNotes: notes,
  labIsActive: isActive,
  ...lab
}: LabRegistration): NewLab {
  const { contactPerson, contactEmail, contactPhone, address } = lab
  return { name, identifier, contactPerson, contactEmail, contactPhone, address, notes, isActive }
}

async function setAeTitles(tx: Tx, labId: string, aeTitles: readonly string[]): Promise<void> {
  const [aeTitle] = await replaceAeTitles(tx, labId, aeTitles)
  if (aeTitle !== undefined) throw new AppError('AE_TITLE_TAKEN', { aeTitle })
}

/** The identifier is always an AE title. A former identifier stays one until it is removed, because scanners still call with it. */
function aeTitlesAfter(lab: LabRow, present: readonly string[], update: LabUpdate): string[] {
  const former = lab.identifier === update.identifier ? [] : [lab.identifier]
  return [update.identifier, ...former, ...(update.aeTitles ?? present)]
}

/** Sends the first password to accounts that were registered while the laboratory was inactive. */
async function sendFirstPasswords(tx: Tx, labId: string): Promise<void> {
  for (const userId of await listStaffWithoutPassword(tx, labId)) await requestGeneratedPassword(tx, userId)
}

async function endStaffAccess(begun: Before<'account'>, labId: string): Promise<void> {
  const [tx, staff] = await lockStaff(begun, labId)
  for (const userId of staff) await endAccess(tx, userId)
}

export function createLabService({ db }: Pick<Context, 'db'>) {
  /** Assigns earlier studies of its AE titles to the laboratory. Runs after its transaction, which locks the laboratory first. */
  async function claimAll(actor: Actor, labId: string): Promise<void> {
    for (const aeTitle of await listAeTitles(db, labId)) await db.transaction((tx) => claimStudies(tx, actor, { labId, aeTitle }))
  }

  return {
    list: (query: PageQuery) => listLabs(db, query),

    async details(labId: string) {
      const record = await findLab(db, labId)
      if (!record) throw new AppError('LAB_NOT_FOUND')
      return { ...record, aeTitles: await listAeTitles(db, labId) }
    },

    /** Registers a laboratory with its first staff account, both or neither. */
    async register(actor: Actor, lab: LabRegistration): Promise<string> {
      const registeredId = await db.transaction(async (tx) => {
        const labId = await insertLab(tx, registered(lab))
        await setAeTitles(tx, labId, [lab.labIdentifier, ...lab.aeTitles])
        await audit(tx, actor, { action: 'lab.created', ...target(labId) })
        const { staffEmail: email, staffUsername: username, staffFullName: fullName } = lab
        await registerStaff(tx, actor, { id: labId, isActive: lab.labIsActive }, { email, username, fullName })
        return labId
      })
      await claimAll(actor, registeredId)
      return registeredId
    },

    async update(actor: Actor, labId: string, update: LabUpdate): Promise<void> {
      await db.transaction(async (begun) => {
        const [tx, lab] = await lockPresentLab(begun, labId)
        if (update.version !== undefined && update.version !== lab.version) throw new AppError('CONFLICT')
        const { aeTitles: _aeTitles, version: _version, quietHours, isActive = lab.isActive, ...others } = update
        const { mailOnReport = lab.mailOnReport, preliminaryVisible = lab.preliminaryVisible } = update
        const { archiveReports = lab.archiveReports, everySeriesDisplayed = lab.everySeriesDisplayed } = update
        const { displayRules = lab.displayRules, sharePinRequired = lab.sharePinRequired } = update
        const { escalationEmails = lab.escalationEmails } = update
        const { from: quietFrom, to: quietTo } = quietHours ?? { from: lab.quietFrom, to: lab.quietTo }
        const delivery = {
          mailOnReport,
          preliminaryVisible,
          archiveReports,
          everySeriesDisplayed,
          displayRules,
          sharePinRequired,
        }
        const fields = { ...others, isActive, ...delivery, quietFrom, quietTo, escalationEmails }
        const present = await listAeTitles(tx, labId)
        const aeTitles = aeTitlesAfter(lab, present, update)
        await updateLab(tx, labId, fields)
        await setAeTitles(tx, labId, aeTitles)
        if (lab.isActive && !isActive) await endStaffAccess(tx, labId)
        if (isActive) await sendFirstPasswords(tx, labId)
        const changed = changedFields({ ...lab, aeTitles: present }, { ...fields, aeTitles: [...new Set(aeTitles)].sort() })
        await audit(tx, actor, { action: 'lab.updated', ...target(labId), details: { changed, isActive } })
      })
      await claimAll(actor, labId)
    },

    /** Removes a laboratory with its staff's accounts. Refused if a study names it. */
    async remove(actor: Actor, labId: string): Promise<void> {
      await db.transaction(async (begun) => {
        const [withLab, lab] = await lockPresentLab(begun, labId)
        if (await isLabInUse(withLab, labId)) throw new AppError('LAB_IN_USE')
        const [tx, staff] = await lockStaff(withLab, labId)
        for (const userId of staff) {
          await endAccess(tx, userId)
          await markUserDeleted(tx, userId)
          await audit(tx, actor, { action: 'user.deleted', target: { type: 'user', id: userId } })
        }
        await deleteLab(tx, labId)
        await audit(tx, actor, { action: 'lab.deleted', ...target(labId), details: { identifier: lab.identifier } })
      })
    },
  }
}
