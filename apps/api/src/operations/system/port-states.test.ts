import { expect, it } from 'vitest'
import { statesOfPorts } from './port-states.ts'

const worker = (...answers: boolean[]) => ({
  name: 'worker' as const,
  ports: answers.map((isAnswering, at) => ({ port: 'hl7' as const, isAnswering, label: `${2575 + at}, Hospital` })),
})

it('a port is up if all programs that opened it had an answer', () => {
  expect(statesOfPorts([worker(true, true), worker(true)], [])).toEqual([{ name: 'hl7', state: 'up', down: [] }])
  expect(statesOfPorts([worker(true), worker(true, false)], [])).toEqual([
    { name: 'hl7', state: 'down', down: ['2576, Hospital'] },
  ])
})

it('a port is down if its only program ended without a word', () => {
  expect(statesOfPorts([], [worker(true)])).toEqual([{ name: 'hl7', state: 'down', down: [] }])
})

it('ports that nobody opened are left out, also if a program had them before', () => {
  expect(statesOfPorts([worker()], [])).toEqual([])
  expect(statesOfPorts([worker()], [worker(true)])).toEqual([])
})
