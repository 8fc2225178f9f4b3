import type { DocumentCategory } from '@readroom/contracts/patients/documents'
import { Select } from '../../../components/inputs/select.tsx'
import { categories, isCategory } from './document-files.ts'

type Props = {
  value: DocumentCategory
  onChange: (category: DocumentCategory) => void
  /** The accessible name, if there is no visible label. */
  label?: string
  /** The id of the visible label. */
  labelledBy?: string
  className?: string
}

export function CategorySelect({ value, onChange, label, labelledBy, className }: Props) {
  return (
    <Select
      className={className ?? ''}
      aria-label={label}
      aria-labelledby={labelledBy}
      value={value}
      onChange={({ target }) => isCategory(target.value) && onChange(target.value)}
    >
      {categories.map((category) => (
        <option key={category.value} value={category.value}>
          {category.label}
        </option>
      ))}
    </Select>
  )
}
