import { weekdays } from '@readroom/contracts/people/doctors'
import { useController } from 'react-hook-form'
import type { DoctorFields } from './doctor-fields.ts'
import { ToggleChips } from './toggle-chips.tsx'

const options = weekdays.map((day) => ({ value: day, label: day }))

/** Shows the days of the week as toggle chips. */
export function DaysField() {
  const { field } = useController<DoctorFields, 'availableDays'>({ name: 'availableDays' })
  return <ToggleChips label="Available days" options={options} value={field.value} onChange={field.onChange} />
}
