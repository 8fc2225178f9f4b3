import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { CheckboxField } from '../../../../components/inputs/checkbox.tsx'
import { StudyOrders } from '../../../../components/study/study-orders.tsx'
import { cx } from '../../../../lib/cx.ts'
import { plural } from '../../../../lib/format.ts'
import { type FieldName, type RecordValues, recordFields, sections, shownValue } from '../record-fields.ts'
import { PhysicianNameParts } from './physician-name-parts.tsx'
import { controlClass, RecordLine, RecordText, useShownRecord } from './record-field.tsx'
import { RecordSection } from './record-section.tsx'

type TextName = (typeof sections.clinical)[number]

/** Shows a text field with a checkbox, which is ticked while there is text. Unticking it clears the text, ticking it again restores the text. */
function TickedText({ name, isFirst = false }: { name: TextName; isFirst?: boolean }) {
  const id = useId()
  const { canEdit, takesFocus } = useShownRecord()
  const { watch, setValue, setFocus, register, getFieldState, formState } = useFormContext<RecordValues>()
  const value = watch(name)
  const [isTicked, setTicked] = useState(false)
  const [removed, setRemoved] = useState('')
  const takeFocus = useEffectEvent(() => isFirst && takesFocus && canEdit && setFocus(name))
  useEffect(() => void takeFocus(), [])
  const error = getFieldState(name, formState).error?.message
  const { label } = recordFields[name]

  const tick = (ticked: boolean) => {
    if (!ticked) setRemoved(value)
    setTicked(ticked)
    setValue(name, ticked ? removed : '', { shouldDirty: true })
    if (ticked) setFocus(name)
  }
  return (
    <div className="grid grid-rows-[auto_1fr] gap-1.5">
      <CheckboxField
        label={label}
        labelClass="flex items-center gap-2 justify-self-start font-medium max-lg:min-h-11"
        checked={isTicked || value !== ''}
        disabled={!canEdit}
        onChange={(event) => tick(event.target.checked)}
      />
      <textarea
        dir="auto"
        id={id}
        rows={5}
        aria-label={label}
        aria-invalid={Boolean(error)}
        placeholder="None recorded"
        readOnly={!canEdit}
        className={cx(controlClass, 'block min-h-24 resize-y py-1.5', !canEdit && 'bg-sunken')}
        {...register(name)}
      />
      {error && <p className="text-xs text-red-fg">{error}</p>}
    </div>
  )
}

const physicianFields = {
  referring: {
    name: 'referringPhysician',
    email: 'referringPhysicianEmail',
    mobile: 'referringPhysicianMobile',
    institution: 'referringPhysicianInstitution',
  },
  requesting: {
    name: 'requestingPhysician',
    email: 'requestingPhysicianEmail',
    mobile: 'requestingPhysicianMobile',
    institution: 'requestingPhysicianInstitution',
  },
} as const satisfies Record<string, Record<string, FieldName>>

function Physician({ of, title }: { of: keyof typeof physicianFields; title: string }) {
  const { source } = useShownRecord().record.studyInfo.physicians[of]
  const fields = physicianFields[of]
  const name = useFormContext<RecordValues>().watch(fields.name)
  return (
    <RecordSection title={title} value={shownValue(fields.name, name)} source={source} fields={Object.values(fields)}>
      <div className="grid grid-cols-3 gap-2.5 max-sm:grid-cols-1">
        <PhysicianNameParts name={fields.name} />
        <RecordLine name={fields.email} label="Email" type="email" />
        <RecordLine name={fields.mobile} label="Mobile" type="tel" />
        <RecordLine name={fields.institution} label="Institution" />
      </div>
    </RecordSection>
  )
}

const technologistFields = [
  'technologistName',
  'technologistMobile',
  'technologistComments',
  'technologistReasonToSend',
] as const satisfies readonly FieldName[]

function Technologist() {
  const { technologists, studyInfo } = useShownRecord().record
  const name = useFormContext<RecordValues>().watch('technologistName')
  return (
    <RecordSection
      title="Technologist"
      value={name}
      source={studyInfo.technologist.source}
      missing="No Technologist Information"
      fields={technologistFields}
    >
      <div className="grid grid-cols-[1fr_1fr_2fr] gap-2.5 max-lg:grid-cols-1">
        <RecordLine name="technologistName" label="Name" />
        <RecordLine name="technologistMobile" label="Mobile" type="tel" />
        <RecordText name="technologistComments" label="Comments" rows={1} />
      </div>
      <div className="mt-2.5">
        <RecordText name="technologistReasonToSend" label="Reason to send" rows={1} />
      </div>
      {technologists.all.length > 1 && (
        <p className="mt-2 text-sm text-text-2">
          All technologists of this patient:{' '}
          {technologists.all.map((technologist, index) => (
            <span key={technologist.name}>
              {index > 0 && ', '}
              <bdi>{technologist.name}</bdi>
            </span>
          ))}
        </p>
      )}
    </RecordSection>
  )
}

/** Counts over all studies of the patient. */
function Counts() {
  const { referringPhysicians, summary } = useShownRecord().record
  const counts = [
    plural(referringPhysicians.count, 'physician'),
    plural(summary.emergencyCases, 'emergency case'),
    plural(summary.mlcCases, 'MLC case'),
  ]
  return <p className="mt-2 text-sm text-text-2">All studies of this patient: {counts.join(', ')}</p>
}

/** Shows the order of the record's study, if it has one. */
function OrderOfRecord() {
  const current = useShownRecord().record.allStudies.find(({ isCurrent }) => isCurrent)
  return current ? <StudyOrders studyId={current.studyId} /> : null
}

/** Shows what is typed for every study first: the clinical texts and the documents. The physicians and the technologist are folded below. */
export function ClinicalTab({ documents }: { documents: ReactNode }) {
  return (
    <div className="grid gap-6">
      <OrderOfRecord />
      <div className="grid gap-4 lg:grid-cols-[4fr_3fr_3fr]">
        {sections.clinical.map((name, index) => (
          <TickedText key={name} name={name} isFirst={index === 0} />
        ))}
      </div>
      {documents}
      <div>
        <Physician of="referring" title="Referring physician" />
        <Physician of="requesting" title="Requesting physician" />
        <Technologist />
        <Counts />
      </div>
    </div>
  )
}
