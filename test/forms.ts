import { join, relative } from 'node:path'
import { getTokenPosOfNode, type Node, type SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type Type } from 'typescript/unstable/sync'

// Forms are read in one place, so that every field is parsed by its endpoint's schema and every intent is checked.

const root = join(import.meta.dirname, '..')
const doors = ['src/web/form.ts', 'src/web/form.server.ts', 'src/web/lost-connection.ts']
const readers = /^(get|getAll|has|entries|keys|values|forEach)$/

const nameOf = (node: Node) =>
  is.isIdentifier(node) ? node.text : is.isPropertyAccessExpression(node) ? node.name.text : ''
const isOf = (type: Type | undefined, name: string): boolean =>
  type !== undefined &&
  (type.isUnionType() ? (type.getTypes() ?? []).some((member) => isOf(member, name)) : type.getSymbol()?.name === name)

/** The object a node reads fields from and the type that makes it a form, or null. */
function readIn(node: Node): [object: Node, type: string] | null {
  if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    if (name.text === 'formData') return [expression, 'Request']
    // `formData` of React Router is the form being submitted.
    if (readers.test(name.text) && nameOf(expression) !== 'formData') return [expression, 'FormData']
    if (name.text === 'fromEntries' && node.arguments[0]) return [node.arguments[0], 'FormData']
  }
  if (is.isSpreadElement(node) || is.isForOfStatement(node)) return [node.expression, 'FormData']
  return null
}

function faultsIn(file: SourceFile, checker: Checker, name: string): string[] {
  const found: [node: Node, object: Node, type: string][] = []
  const collect = (node: Node): void => {
    const read = readIn(node)
    if (read) found.push([node, ...read])
    node.forEachChild(collect)
  }
  collect(file)
  const types = found.length > 0 ? checker.getTypeAtLocation(found.map(([, object]) => object)) : []
  return found.flatMap(([node, , type], i) => {
    if (!isOf(types[i], type)) return []
    const line = file.text.slice(0, getTokenPosOfNode(node, file)).split('\n').length
    return type === 'Request'
      ? `${name}:${line} reads a request's form: use readForm from form.server.ts, or lostAction from lost-connection.ts in the browser.`
      : `${name}:${line} reads a form by hand: use bodyOf or sendForm from form.server.ts, which follow the endpoint's schema, or the readers in form.ts.`
  })
}

/** One sentence per place of the site that reads a form by hand; `texts` are in-memory files by path. */
export function formFaults(texts = new Map<string, string>()): string[] {
  const config = join(root, texts.size > 0 ? 'cases.json' : 'tsconfig.web.json')
  const fs = {
    readFile: (path: string) => texts.get(relative(root, path)),
    fileExists: (path: string) => texts.has(relative(root, path)) || undefined,
  }
  const api = new API({ cwd: root, ...(texts.size > 0 ? { fs } : {}) })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} cannot be opened`)
    return project.rootFiles.flatMap((path) => {
      const name = relative(root, path)
      const isIncluded = texts.has(name) || (name.startsWith('src/web/') && !/\.test\.tsx?$/.test(name))
      const file = isIncluded && !doors.includes(name) ? project.program.getSourceFile(path) : undefined
      return file ? faultsIn(file, project.checker, name) : []
    })
  } finally {
    api.close()
  }
}
