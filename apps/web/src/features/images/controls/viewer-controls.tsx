import {
  type MouseButton,
  type MouseTool,
  mouseButtons,
  mouseTools,
  viewerCommandGroups,
  viewerCommands,
} from '@readroom/contracts/images/viewer-commands'
import { viewerKeySets } from '@readroom/contracts/images/viewer-key-sets'
import { bindKeys, bindMouse, keysOf, resetTo, setOf, toolOf, type ViewerBindings } from '@readroom/contracts/images/viewer-keys'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Select } from '../../../components/inputs/select.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { CommandRow } from './command-row.tsx'
import { useSavingBindings, viewerBindingsOptions } from './viewer-bindings.queries.ts'

const isMouseButton = (name: string): name is MouseButton => name in mouseButtons
const buttons = Object.keys(mouseButtons).filter(isMouseButton)

/** Lists the keys and mouse buttons of the viewer, where the user changes them. A change is saved with the account and applies at once. */
export function ViewerControls() {
  // Another machine may have changed them.
  const { data, error, refetch } = useQuery({ ...viewerBindingsOptions, staleTime: 0 })
  if (data) return <Controls bindings={data} />
  return error ? (
    <p role="alert" className="flex items-center gap-3">
      Your keys could not be loaded. {reasonOf(error)}
      <Button onClick={() => void refetch()}>Try again</Button>
    </p>
  ) : (
    <p role="status">Loading your keys...</p>
  )
}

function Controls({ bindings }: { bindings: ViewerBindings }) {
  const { start, isBusy } = useSavingBindings()
  const heading = useId()
  const keys = keysOf(bindings)
  const set = setOf(bindings)
  const mouse = new Map(buttons.map((button) => [button, toolOf(bindings, button)]))
  const isSet =
    viewerCommands.every(({ id }) => bindings.keys[id] === undefined) &&
    buttons.every((button) => bindings.mouse[button] === undefined)
  return (
    <div className="grid gap-5">
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
        <Field label="Set of keys" hint="Saved with your account. Your own changes stay when you choose another set.">
          {({ className: _, ...control }) => (
            <Select
              {...control}
              className="w-full"
              disabled={isBusy}
              value={set.id}
              onChange={({ target }) => start({ ...bindings, set: target.value })}
            >
              {viewerKeySets.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button className="sm:mb-5" disabled={isBusy || isSet} onClick={() => start(resetTo(bindings, set.id))}>
          Reset to the set
        </Button>
      </div>
      <fieldset className="grid gap-3 sm:grid-cols-3">
        <legend className="mb-2 font-semibold">Mouse</legend>
        {buttons.map((button) => (
          <Field key={button} label={mouseButtons[button].label}>
            {({ className: _, ...control }) => (
              <Select
                {...control}
                className="w-full"
                disabled={isBusy}
                value={mouse.get(button)}
                onChange={({ target }) => {
                  const tool = mouseButtons[button].tools.find((each: MouseTool) => each === target.value)
                  if (tool) start(bindMouse(bindings, button, tool))
                }}
              >
                {mouseButtons[button].tools.map((tool) => (
                  <option key={tool} value={tool}>
                    {mouseTools[tool].label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </fieldset>
      {viewerCommandGroups.map((group) => (
        <section key={group} aria-labelledby={`${heading}-${group}`}>
          <h3 id={`${heading}-${group}`} className="mb-1 font-semibold">
            {group}
          </h3>
          <ul>
            {viewerCommands
              .filter((command) => command.group === group)
              .map((command) => (
                <CommandRow
                  key={command.id}
                  command={command}
                  keys={keys.get(command.id) ?? []}
                  bindings={bindings}
                  isBusy={isBusy}
                  onChange={(own) => start(bindKeys(bindings, command.id, own))}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
