import type { PatientRecord, PatientSave } from '@readroom/contracts/patients/patients'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLeaveQuestion as useQuestion } from '../../../components/form/leave-question.tsx'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { notify } from '../../../lib/notify.tsx'
import { pause } from '../../../lib/pause.ts'
import { useUser } from '../../../lib/session/session.ts'
import { type RecordKey, recordKeys, recordOptions } from '../../../lib/studies/record-queries.ts'
import { identityFields } from './correction-dialog.tsx'
import { saveFailure, savePatient } from './patients.queries.ts'
import { keepDraft, readDraft } from './record-draft.ts'
import { differing, type FieldName, type RecordValues, valuesOf } from './record-fields.ts'
import { type FieldConflict, mergeRecords } from './record-merge.ts'
import { prepareSave } from './record-save.ts'

/** Delay before the record is reloaded after a change of the patient ID. */
const reloadMs = 1000
/** Others may save before each attempt. After this many attempts the user is asked. */
const mostAttempts = 3

type Options = {
  recordKey: RecordKey
  record: PatientRecord
  onPatientId: (patientId: string) => void
  onSaved: () => void
}
type Also = NonNullable<PatientSave['alsoStudies']>
type Saved = Awaited<ReturnType<typeof savePatient>>

/** Manages the form of a record. Keeps changes until they are saved, and merges them with what others save meanwhile. */
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
  /** The last record that was loaded while a save was running. */
  const readMeanwhile = useRef<PatientRecord>(null)
  const form = useForm<RecordValues>({ defaultValues: start.values })
  const values: RecordValues = { ...form.getValues(), ...useWatch({ control: form.control }) }
  const changed = differing(base, values)

  useEffect(() => keepDraft(userId, studyId, base, values))

  /** Applies my changes to the server's current values. Returns the fields that both changed. */
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

  const { start: send, isBusy } = useChange({
    async change(also: Also) {
      readMeanwhile.current = null
      form.clearErrors()
      const saved = await attempt({ record, base }, also, mostAttempts)
      if (saved) await settle(saved)
    },
    failed: (error) => saveFailure(error, recordKey.patientId),
    onFailure(message, error) {
      if (readMeanwhile.current) adopt(valuesOf(readMeanwhile.current))
      const isTaken = error instanceof ApiError && error.code === 'PATIENT_ID_TAKEN'
      if (isTaken) form.setError('patientId', { message: error.message })
      notify.error(message)
    },
    onEnd: () => void client.invalidateQueries({ queryKey: recordKeys.all, refetchType: 'none' }),
  })

  const heed = useEffectEvent((read: PatientRecord) => {
    if (isBusy) readMeanwhile.current = read
    else if (differing(base, valuesOf(read)).length > 0) adopt(valuesOf(read))
  })
  useEffect(() => heed(record), [record])

  const readAgain = (key: RecordKey) => client.fetchQuery({ ...recordOptions(key), staleTime: 0 })

  /** Saves the changes. Returns null if the user must decide or correct something first. `from` is the record and the values that my changes are based on. */
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
      // A correction of the patient's identity must list all the studies it changes.
      const isListed =
        fresh.version.studies === from.record.version.studies || !changesIdentity(differing(from.base, form.getValues()))
      if (!isListed) notify.error('The studies of this patient have changed. Check the list and save again.')
      if (adopt(theirs).length > 0 || left === 0 || !isListed) return null
      return attempt({ record: fresh, base: theirs }, current(fresh, also), left - 1)
    }
  }

  /** Accepts the typed values as the saved record, even if it can't be reloaded at once. */
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

  return {
    form,
    values,
    busy: isBusy,
    save(also: Also) {
      if (differing(base, form.getValues()).length > 0) send(also)
    },
    changes: changed.length,
    /** True if a save changes the patient's identity in all their studies. */
    isCorrection: changesIdentity(changed),
    isRestored,
    conflicts,
    /** Resolves a conflict by keeping my value or taking theirs. */
    decide(conflict: FieldConflict, keep: 'mine' | 'theirs') {
      form.setValue(conflict.name, conflict[keep], { shouldDirty: true })
      setConflicts((all) => all.filter(({ name }) => name !== conflict.name))
    },
    discard: () => replace(valuesOf(record)),
  }
}

const changesIdentity = (names: readonly FieldName[]) => names.some((name) => identityFields.includes(name))

/** Returns the other studies with their current versions. */
const current = ({ allStudies }: PatientRecord, also: Also): Also =>
  allStudies
    .filter(({ studyId }) => also.some((other) => other.studyId === studyId))
    .map(({ studyId, recordVersion }) => ({ studyId, version: recordVersion }))

export type PatientEditor = ReturnType<typeof usePatientEditor>

/** Asks before the user leaves unsaved changes. The browser's Back button keeps them. */
export function useLeaveQuestion({ changes, discard }: Pick<PatientEditor, 'changes' | 'discard'>, leave: () => void) {
  const children = 'Your changes to this record are not saved.'
  return useQuestion({ isFilled: changes > 0, isKept: true, leave, discard, children })
}
