import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { viewerCommand } from './viewer-commands.ts'
import { holderOf, refusalOf, writtenKeyName } from './viewer-keys.ts'

const Name = z
  .string()
  .max(40)
  .regex(/^[a-zA-Z0-9-]+$/)
/** A key in the spelling of `keyNameOf`: any character may be one. */
const KeyName = z
  .string()
  .min(1)
  .max(20)
  .regex(/^[^\p{Cc}\p{Cs}\p{Z}]+$/u)

const few = <Value extends z.ZodType>(value: Value, max: number) =>
  z.record(Name, value).refine((entries) => Object.keys(entries).length <= max, 'too many')

/** The stored bindings. Commands, keys and tools that this version does not know are kept for the version that does. */
export const StoredBindings = z.strictObject({
  set: Name,
  keys: few(z.array(KeyName).max(4), 200),
  mouse: few(Name, 20),
})

/** Refuses keys that no command can have, and keys of two commands. Asks nothing of commands that this version does not know. */
const Bindings = StoredBindings.superRefine((bindings, context) => {
  for (const [id, keys] of Object.entries(bindings.keys)) {
    if (!viewerCommand(id)) continue
    for (const key of keys) {
      const holder = holderOf(bindings, key, id)
      const reason = refusalOf(key) ?? (holder && `${writtenKeyName(key)} is bound to “${holder.label}” too.`)
      if (reason) context.addIssue({ code: 'custom', path: ['keys', id], message: reason })
    }
  }
})

const own = { access: 'signed-in', scope: 'none', path: '/api/viewer-bindings' } as const

export const viewerBindingEndpoints = defineEndpoints({
  read: {
    ...own,
    method: 'GET',
    summary: "The caller's keys and mouse buttons of the viewer. Null: none were changed",
    response: ok({ bindings: StoredBindings.nullable() }),
    errors: [],
  },
  save: {
    ...own,
    method: 'PUT',
    summary: 'Save the keys and mouse buttons of the viewer for the calling account',
    body: z.strictObject({ bindings: Bindings }),
    response: ok({ message: z.string() }),
    errors: [],
  },
})
