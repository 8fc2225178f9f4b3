import { readdir, readFile } from 'node:fs/promises'

/** Returns the ids of the processes that this one has started with a part of a command line. */
export async function childrenWith(part: string): Promise<number[]> {
  const tasks = await readdir('/proc/self/task')
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8')))
  const children = lists.join(' ').split(' ').filter(Boolean).map(Number)
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return children.filter((_, index) => commands[index]?.includes(part))
}
