import type { PatientRecord, PatientSave } from '@readroom/contracts/patients'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLeaveQuestion as useQuestion } from '../../components/form/leave-question.tsx'
import { ApiError } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { pause } from '../../lib/pause.ts'
import { useUser } from '../../lib/session/session.ts'
import { identityFields } from './correction-dialog.tsx'
import { type RecordKey, recordKeys, recordOptions, saveFailure, savePatient } from './patients.queries.ts'
import { keepDraft, readDraft } from './record-draft.ts'
import { differing, type FieldName, type RecordValues, valuesOf } from './record-fields.ts'
import { type FieldConflict, mergeRecords } from './record-merge.ts'
import { prepareSave } from './record-save.ts'

/** Specification 4.2: after a changed patient id the record is read again. */
const reloadMs = 1000
/** Others may save in between each time; then it is asked of the user. */
const mostAttempts = 3

type Options = {
  recordKey: RecordKey
  record: PatientRecord
  onPatientId: (patientId: string) => void
  onSaved: () => void
}
type Also = NonNullable<PatientSave['alsoStudies']>
type Saved = Awaited<ReturnType<typeof savePatient>>

/** The form of a record: what was changed, kept until it is saved, and brought together with what others save meanwhile. */
export function usePatientEditor({ recordKey, record, onPatientId, onSaved }: Options) {
  const client = useQueryClient()
  const { _id: userId } = useUser()
  const { studyId } = record.studyInfo
  const [start] = useState(() => {
    const theirs = valuesOf(record)
    const draft = readDraft(userId, studyId)
    const merged = mergeRecords({ ...theirs, ...draft?.base }, { ...theirs, ...draft?.mine }, theirs)
    return { ...merged, base: theirs, isRestored: differing(theirs, merged.values).length > 0 }
  })
  const [base, setBase] = useState(start.base)
  const [conflicts, setConflicts] = useState<FieldConflict[]>(start.conflicts)
  const [isRestored, setRestored] = useState(start.isRestored)
  const [busy, setBusy] = useState(false)
  /** A save is under way; and what was read of the record meanwhile. */
  const isSaving = useRef(false)
  const readMeanwhile = useRef<PatientRecord>(null)
  const form = useForm<RecordValues>({ defaultValues: start.values })
  const values: RecordValues = { ...form.getValues(), ...useWatch({ control: form.control }) }
  const changed = differing(base, values)

  useEffect(() => keepDraft(userId, studyId, base, values))

  /** Puts my changes on top of what the server has now. Answers the fields that both changed. */
  function adopt(theirs: RecordValues): FieldConflict[] {
    const merged = mergeRecords(base, form.getValues(), theirs)
    const open = [...conflicts.filter(({ name }) => !merged.conflicts.some((one) => one.name === name)), ...merged.conflicts]
    setBase(theirs)
    form.reset(merged.values)
    setConflicts(open)
    return open
  }
  function replace(theirs: RecordValues) {
    setBase(theirs)
    setConflicts([])
    setRestored(false)
    form.reset(theirs)
  }

  const heed = useEffectEvent((read: PatientRecord) => {
    if (isSaving.current) readMeanwhile.current = read
    else if (differing(base, valuesOf(read)).length > 0) adopt(valuesOf(read))
  })
  useEffect(() => heed(record), [record])

  const readAgain = (key: RecordKey) => client.fetchQuery({ ...recordOptions(key), staleTime: 0 })

  /** Saves; null where something is to be decided or corrected first. `from`: the record and its values that my changes are of. */
  async function attempt(from: { record: PatientRecord; base: RecordValues }, also: Also, left: number): Promise<Saved | null> {
    const prepared = prepareSave(from.record, from.base, form.getValues(), also)
    if ('errors' in prepared) {
      const entries = Object.entries(prepared.errors).filter((entry): entry is [FieldName, string] => entry[0] in from.base)
      for (const [name, message] of entries) form.setError(name, { message })
      if (entries[0]) form.setFocus(entries[0][0])
      return null
    }
    try {
      return await savePatient(recordKey, prepared.save)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'RECORD_STALE')) throw error
      const fresh = await readAgain(recordKey)
      const theirs = valuesOf(fresh)
      // What the reader was shown before this correction is no longer all that it touches.
      const isListed =
        fresh.version.studies === from.record.version.studies || !changesIdentity(differing(from.base, form.getValues()))
      if (!isListed) notify.error('The studies of this patient changed. Check the list and save again.')
      if (adopt(theirs).length > 0 || left === 0 || !isListed) return null
      return attempt({ record: fresh, base: theirs }, current(fresh, also), left - 1)
    }
  }

  /** What was typed is the record now, whether or not it can be read again at once. */
  async function settle({ message, newPatientId }: Saved) {
    replace(form.getValues())
    notify.success(message)
    onSaved()
    if (newPatientId !== undefined) {
      notify.info(`The patient ID is now "${newPatientId}".`)
      await pause(reloadMs)
    }
    const fresh = await readAgain({ ...recordKey, patientId: newPatientId ?? recordKey.patientId }).catch(() => null)
    if (fresh) replace(valuesOf(fresh))
    if (newPatientId !== undefined) onPatientId(newPatientId)
  }

  async function save(also: Also) {
    if (isSaving.current || differing(base, form.getValues()).length === 0) return
    isSaving.current = true
    readMeanwhile.current = null
    setBusy(true)
    form.clearErrors()
    try {
      const saved = await attempt({ record, base }, also, mostAttempts)
      if (saved) await settle(saved)
    } catch (error) {
      if (readMeanwhile.current) adopt(valuesOf(readMeanwhile.current))
      const isTaken = error instanceof ApiError && error.code === 'PATIENT_ID_TAKEN'
      if (isTaken) form.setError('patientId', { message: error.message })
      notify.error(saveFailure(error, recordKey.patientId))
    } finally {
      isSaving.current = false
      setBusy(false)
      void client.invalidateQueries({ queryKey: recordKeys.all, refetchType: 'none' })
    }
  }

  return {
    form,
    values,
    busy,
    save,
    changes: changed.length,
    /** Whether a save changes who the patient is, on each of their studies. */
    isCorrection: changesIdentity(changed),
    isRestored,
    conflicts,
    /** Decides a conflict: mine stays, or theirs is taken over. */
    decide(conflict: FieldConflict, keep: 'mine' | 'theirs') {
      form.setValue(conflict.name, conflict[keep], { shouldDirty: true })
      setConflicts((all) => all.filter(({ name }) => name !== conflict.name))
    },
    discard: () => replace(valuesOf(record)),
  }
}

const changesIdentity = (names: readonly FieldName[]) => names.some((name) => identityFields.includes(name))

/** The versions of the other studies as they are now. */
const current = ({ allStudies }: PatientRecord, also: Also): Also =>
  allStudies
    .filter(({ studyId }) => also.some((other) => other.studyId === studyId))
    .map(({ studyId, recordVersion }) => ({ studyId, version: recordVersion }))

export type PatientEditor = ReturnType<typeof usePatientEditor>

/** Asks before unsaved changes are left, and what is to become of them. Who goes Back finds them again. */
export function useLeaveQuestion({ changes, discard }: Pick<PatientEditor, 'changes' | 'discard'>, leave: () => void) {
  const children = 'What you changed in this record is not saved.'
  return useQuestion({ isFilled: changes > 0, isKept: true, leave, discard, children })
}
