import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { CheckboxField } from '../../../components/ui/checkbox.tsx'
import { cx } from '../../../lib/cx.ts'
import { plural } from '../../../lib/format.ts'
import { controlClass, RecordLine, RecordText, useShownRecord } from './record-field.tsx'
import { type RecordValues, recordFields } from './record-fields.ts'

type TextName = 'clinicalHistory' | 'previousInjury' | 'previousSurgery'

/** Shows a text field behind a checkbox. Unticking it clears the text, ticking it again restores the text. */
function GatedText({ name, isFirst = false }: { name: TextName; isFirst?: boolean }) {
  const id = useId()
  const { canEdit, takesFocus } = useShownRecord()
  const { watch, setValue, register, getFieldState, formState } = useFormContext<RecordValues>()
  const value = watch(name)
  const [isOpen, setOpen] = useState(false)
  const [put, setPut] = useState('')
  const isTicked = isOpen || value !== ''
  const tick = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const { ref: registerText, ...field } = register(name)
  const takeFocus = useEffectEvent(() => {
    if (!isFirst || !takesFocus || !canEdit) return
    const first = isTicked ? text.current : tick.current
    first?.focus()
  })
  useEffect(() => takeFocus(), [])
  const error = getFieldState(name, formState).error?.message
  const { label } = recordFields[name]

  const toggle = (ticked: boolean) => {
    if (!ticked) setPut(value)
    setValue(name, ticked ? put : '', { shouldDirty: true })
    // The field gets the focus at once, because the user ticked the box to write.
    flushSync(() => setOpen(ticked))
    if (ticked) text.current?.focus()
  }
  return (
    <div className="grid grid-rows-[auto_1fr] gap-1.5">
      <CheckboxField
        label={label}
        labelClass="flex items-center gap-2 justify-self-start font-medium max-lg:min-h-11"
        ref={(input) => {
          tick.current = input
        }}
        checked={isTicked}
        disabled={!canEdit}
        onChange={(event) => toggle(event.target.checked)}
      />
      <textarea
        dir="auto"
        id={id}
        rows={5}
        aria-label={label}
        aria-invalid={Boolean(error)}
        placeholder={isTicked ? '' : 'None recorded'}
        readOnly={!canEdit}
        disabled={canEdit && !isTicked}
        className={cx(controlClass, 'block min-h-24 resize-y py-1.5', !canEdit && 'bg-sunken')}
        {...field}
        ref={(area) => {
          registerText(area)
          text.current = area
        }}
      />
      {error && <p className="text-xs text-red-fg">{error}</p>}
    </div>
  )
}

/** Shows the source of a name. */
function Source({ source }: { source: string | null }) {
  if (source === null) return null
  return <span className="rounded-xs bg-sunken px-1.5 text-xs font-regular text-text-2">{source}</span>
}

function Block({
  title,
  source,
  aside,
  children,
}: {
  title: string
  source: string | null
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <Source source={source} />
        {aside && <span className="ml-auto text-sm text-text-2">{aside}</span>}
      </div>
      {children}
    </section>
  )
}

function Physicians({ record }: { record: PatientRecord }) {
  const { referring, requesting } = record.studyInfo.physicians
  return (
    <div className="grid gap-x-7 gap-y-5 xl:grid-cols-2">
      <Block title="Referring physician" source={referring.source}>
        <div className="grid grid-cols-2 gap-2.5 max-sm:grid-cols-1">
          <RecordLine name="referringPhysician" label="Name" />
          <RecordLine name="referringPhysicianEmail" label="Email" type="email" />
          <RecordLine name="referringPhysicianMobile" label="Mobile" type="tel" />
          <RecordLine name="referringPhysicianInstitution" label="Institution" />
        </div>
      </Block>
      <Block title="Requesting physician" source={requesting.source}>
        <div className="grid grid-cols-2 gap-2.5 max-sm:grid-cols-1">
          <RecordLine name="requestingPhysician" label="Name" />
          <RecordLine name="requestingPhysicianEmail" label="Email" type="email" />
          <RecordLine name="requestingPhysicianMobile" label="Mobile" type="tel" />
          <RecordLine name="requestingPhysicianInstitution" label="Institution" />
        </div>
      </Block>
    </div>
  )
}

function Technologist({ record }: { record: PatientRecord }) {
  const { referringPhysicians, summary, technologists, studyInfo } = record
  const counts = [
    plural(referringPhysicians.count, 'physician'),
    plural(summary.emergencyCases, 'emergency case'),
    plural(summary.mlcCases, 'MLC case'),
  ]
  return (
    <Block title="Technologist" source={studyInfo.technologist.source} aside={counts.join(', ')}>
      {technologists.current === null && <p className="mb-2 text-sm text-text-3">No Technologist Information</p>}
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
          {technologists.all.map(({ name }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <bdi>{name}</bdi>
            </span>
          ))}
        </p>
      )}
    </Block>
  )
}

/** Shows the clinical texts, the documents, the physicians and the technologist. */
export function ClinicalTab({ documents }: { documents: ReactNode }) {
  const { record } = useShownRecord()
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 lg:grid-cols-[4fr_3fr_3fr]">
        <GatedText name="clinicalHistory" isFirst />
        <GatedText name="previousInjury" />
        <GatedText name="previousSurgery" />
      </div>
      {documents}
      <Physicians record={record} />
      <Technologist record={record} />
    </div>
  )
}
