/** Cache keys of a list that administrators keep: everything of it, its pages, and one of its records. */
export function listKeys(name: string) {
  return {
    all: [name],
    pages: [name, 'page'],
    one: (id: string) => [name, 'one', id],
  } as const
}
