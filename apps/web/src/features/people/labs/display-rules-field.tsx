import {
  type DisplayRule,
  DisplayRule as DisplayRuleOf,
  type DisplayRules,
  displayRules,
  usualDisplayRule,
} from '@readroom/contracts/reading/display-rules'
import { ImagingModality, imagingModalities } from '@readroom/contracts/studies/modalities'
import { X } from 'lucide-react'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { Select } from '../../../components/inputs/select.tsx'
import type { LabFields } from './lab-fields.ts'

const words: Record<DisplayRule, string> = {
  all: 'All images',
  range: 'The stack from end to end, in one plane',
  one: 'Any image',
}

/** Returns the rules in words, such as `MG: Any image`. */
export const displayRulesWords = (rules: DisplayRules): string =>
  rules.map(({ modality, rule }) => `${modality}: ${words[rule]}`).join('; ') || 'As usual'

const usual = 'Usually the stack of a CT, MR, PET, IVUS or OCT from end to end, and all images of everything else.'

/** Shows what of a series a doctor must have had on screen before it counts as displayed, for modalities that differ from the usual. */
export function DisplayRulesField() {
  const { field } = useController<LabFields, 'displayRules'>({ name: 'displayRules' })
  const id = useId()
  const rules = field.value
  const left = imagingModalities.filter((modality) => !rules.some((rule) => rule.modality === modality))
  const add = (modality: string) => {
    const added = ImagingModality.safeParse(modality).data
    if (added) field.onChange([...rules, { modality: added, rule: usualDisplayRule(added, false) }])
  }
  const change = (modality: ImagingModality, rule: string) => {
    const parsed = DisplayRuleOf.parse(rule)
    field.onChange(rules.map((one) => (one.modality === modality ? { modality, rule: parsed } : one)))
  }
  return (
    <fieldset aria-describedby={id} className="grid gap-2">
      <legend className="mb-1 font-medium">Counts as displayed</legend>
      <p id={id} className="text-text-3">
        {usual} Applies to images that are opened from now on.
      </p>
      {rules.map(({ modality, rule }) => (
        <div key={modality} className="flex items-center gap-2">
          <span className="num w-20">{modality}</span>
          <Select
            aria-label={`${modality} counts as displayed`}
            className="min-w-0 flex-1"
            value={rule}
            onChange={(event) => change(modality, event.target.value)}
          >
            {displayRules.map((one) => (
              <option key={one} value={one}>
                {words[one]}
              </option>
            ))}
          </Select>
          <button
            type="button"
            aria-label={`Remove the rule for ${modality}`}
            onClick={() => field.onChange(rules.filter((one) => one.modality !== modality))}
            className="grid size-7 place-items-center text-icon hover:text-text max-lg:size-11"
          >
            <X size={13} aria-hidden />
          </button>
        </div>
      ))}
      <Select aria-label="Add a modality" className="justify-self-start" value="" onChange={(event) => add(event.target.value)}>
        <option value="">Add a modality</option>
        {left.map((modality) => (
          <option key={modality} value={modality}>
            {modality}
          </option>
        ))}
      </Select>
    </fieldset>
  )
}
