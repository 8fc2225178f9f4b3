import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Fact } from '../../../../components/study/study-facts.tsx'
import type { FieldName, RecordValues } from '../record-fields.ts'

type Props = {
  title: string
  /** Shown beside the title, also while the section is folded. */
  value?: string
  /** Shown if there is no value. */
  missing?: string
  /** Where the value comes from. */
  source?: string | null
  /** The fields of the section. It opens when one of them is wrong. */
  fields: readonly FieldName[]
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** A part of the record that folds away. Its fields stay in the form. */
export function RecordSection({ title, value, missing, source = null, fields, isOpenAtFirst = false, children }: Props) {
  const { errors } = useFormContext<RecordValues>().formState
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const isWrong = fields.some((name) => errors[name])
  return (
    <details
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group min-w-0 border-t border-line py-2.5 max-lg:py-0 max-lg:open:pb-3"
    >
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-2 gap-y-1 max-lg:min-h-11">
        <ChevronRight size={14} className="shrink-0 text-icon group-open:rotate-90" aria-hidden />
        <h4 className="font-semibold">{title}</h4>
        {value !== undefined && <ShownValue value={value} missing={missing} />}
        {source !== null && <span className="rounded-xs bg-sunken px-1.5 text-xs text-text-2">{source}</span>}
      </summary>
      <div className="pt-2.5 max-lg:pt-1">{children}</div>
    </details>
  )
}

function ShownValue({ value, missing }: { value: string; missing: string | undefined }) {
  if (value === '' && missing !== undefined) return <span className="text-sm text-text-3">{missing}</span>
  return <Fact value={value} className="min-w-0 truncate text-sm" />
}
