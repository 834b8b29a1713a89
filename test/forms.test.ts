import { expect, it } from 'vitest'
import { formFaults } from '#test/forms.ts'

it('reads every form of the site through form.ts', () => {
  expect(formFaults()).toEqual([])
})

const head = 'declare const form: FormData; declare const request: Request; declare const all: Map<string, string>\n'
const byHand: [what: string, code: string][] = [
  ['a field', "form.get('reason')"],
  ['ticked boxes', "form.getAll('day')"],
  ['a box', "form.has('sure')"],
  ['all fields in a loop', 'for (const [name] of form) name'],
  ['all fields spread', '[...form]'],
  ['all fields of an object', 'Object.fromEntries(form)'],
  ['a form under another name', "const given = form; given.get('reason')"],
  ['a form of the browser', "new FormData(document.forms[0]).get('q')"],
  ["a request's form", 'await request.formData()'],
]
const allowed: [what: string, code: string][] = [
  ["React Router's pending form data", "const fetcher = { formData: form }; fetcher.formData.get('of')"],
  ['a form field that is written', "form.set('name', 'x'); form.append('name', 'y')"],
  ['a map that is not a form', "all.get('reason'); [...all]"],
  ['a form that is passed on', 'const read = (given: FormData) => given; read(form)'],
]

it('detects every form read by hand, and nothing else', () => {
  const texts = new Map(
    [...byHand, ...allowed].map(([, code], at) => [`case-${at}.ts`, `${head}export async function one() { ${code} }`]),
  )
  const compilerOptions = {
    target: 'ES2024',
    module: 'nodenext',
    strict: true,
    types: [],
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  }
  const found = formFaults(texts.set('cases.json', JSON.stringify({ compilerOptions, files: [...texts.keys()] })))
  const isFound = (at: number) => found.some((fault) => fault.startsWith(`case-${at}.ts:`))
  expect(byHand.filter((_, at) => !isFound(at))).toEqual([])
  expect(allowed.filter((_, at) => isFound(byHand.length + at))).toEqual([])
})
