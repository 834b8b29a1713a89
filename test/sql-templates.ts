import { join, relative } from 'node:path'
import { getTokenPosOfNode, type Node, type TaggedTemplateExpression, type TypeNode } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'

const root = join(import.meta.dirname, '..')

/**
 * Kinds a column may have by its declared type: names as of `typeof`, `Date`, `Buffer`, `array`, `null` or `any`;
 * element kinds for arrays.
 */
export type Claim = { kinds: Set<string>; elements: Set<string>; isOptional: boolean; text: string }
/**
 * A `sql` template of the server, or a call of `listPage`, which declares its own row type; `row` is null where no
 * columns are declared.
 */
export type Template = {
  template: string
  file: string
  lines: [first: number, last: number]
  isExecuted: boolean
  row: Map<string, Claim> | null
}

const kindByFlag: [flag: TypeFlags, kind: string][] = [
  [TypeFlags.AnyOrUnknown, 'any'],
  [TypeFlags.Nullable, 'null'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
]

function kindsOf(type: Type, checker: Checker, elements: Set<string>): string[] {
  if (type.flags & TypeFlags.Instantiable) {
    const constraint = checker.getBaseConstraintOfType(type)
    return constraint && !(constraint.flags & TypeFlags.Instantiable) ? kindsOf(constraint, checker, elements) : ['any']
  }
  const simple = kindByFlag.find(([flag]) => type.flags & flag)
  if (simple) return [simple[1]]
  if (type.isUnionType()) return type.getTypes().flatMap((member) => kindsOf(member, checker, elements))
  if (type.isIntersectionType())
    return [
      type
        .getTypes()
        .flatMap((member) => kindsOf(member, checker, elements))
        .find((kind) => kind !== 'object') ?? 'object',
    ]
  if (checker.isArrayType(type) && type.isTypeReference()) {
    for (const argument of checker.getTypeArguments(type))
      for (const kind of kindsOf(argument, checker, new Set())) elements.add(kind)
    return ['array']
  }
  if (checker.isTupleType(type)) {
    elements.add('any')
    return ['array']
  }
  const name = type.getSymbol()?.name
  return [name === 'Date' || name === 'Buffer' ? name : 'object']
}

function rowOf(type: Type, checker: Checker): Map<string, Claim> | null {
  const parts = type.isUnionType() ? type.getTypes() : [type]
  if (parts.some(({ flags }) => !(flags & (TypeFlags.Object | TypeFlags.Intersection)))) return null
  if (checker.isArrayType(type)) return null
  const properties = checker.getPropertiesOfType(type)
  const types = properties.length > 0 ? checker.getTypeOfSymbol(properties) : []
  return new Map(
    properties.map(({ name }, i) => {
      const propertyType = types[i]
      const elements = new Set<string>()
      const kinds = new Set(propertyType ? kindsOf(propertyType, checker, elements) : ['any'])
      const isOptional =
        propertyType?.isUnionType() === true && propertyType.getTypes().some(({ flags }) => flags & TypeFlags.Undefined)
      return [name, { kinds, elements, isOptional, text: propertyType ? checker.typeToString(propertyType) : 'any' }]
    }),
  )
}

const isNamed = (node: Node, name: string) => is.isIdentifier(node) && node.text === name

function textOf({ template }: TaggedTemplateExpression): string {
  if (!is.isTemplateExpression(template)) return template.text
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join('?')
}

/**
 * Every `sql` template in the server that is executed where it is written or declares a row type; `texts` are
 * in-memory files by path.
 */
export function sqlTemplates(tsconfig = 'tsconfig.server.json', texts = new Map<string, string>()): Template[] {
  const config = join(root, tsconfig)
  const fs = {
    readFile: (path: string) => texts.get(relative(root, path)),
    fileExists: (path: string) => texts.has(relative(root, path)) || undefined,
  }
  const api = new API({ cwd: root, ...(texts.size > 0 ? { fs } : {}) })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} cannot be opened`)
    const { checker } = project
    return project.rootFiles.flatMap((path) => {
      const name = relative(root, path)
      const file = /^src\/server\//.test(name) && !name.endsWith('.test.ts') && project.program.getSourceFile(path)
      if (!file) return []
      const found: Template[] = []
      const lineAt = (position: number) => file.text.slice(0, position).split('\n').length
      const add = (node: Node, end: number, claimed: TypeNode | undefined, template: string, isExecuted: boolean) => {
        const type = claimed && checker.getTypeAtLocation(claimed)
        const row = type ? rowOf(type, checker) : null
        const lines: Template['lines'] = [lineAt(getTokenPosOfNode(node, file)), lineAt(end)]
        if (isExecuted || row) found.push({ template, file: name, lines, isExecuted, row })
      }
      const visit = (node: Node): void => {
        node.forEachChild(visit)
        if (is.isCallExpression(node) && isNamed(node.expression, 'listPage'))
          add(node, node.end, node.typeArguments?.[0], 'listPage', true)
        if (!is.isTaggedTemplateExpression(node) || !isNamed(node.tag, 'sql')) return
        const { parent } = node
        const isExecuted = is.isPropertyAccessExpression(parent) && parent.name.text === 'execute'
        add(node, parent.end, node.typeArguments?.[0], textOf(node), isExecuted)
      }
      visit(file)
      return found
    })
  } finally {
    api.close()
  }
}

const value = String.raw`(\?|now\(\)|null|true|false|'\w*'|\d+)`
const condition = String.raw`\w+ ((=|<>|<|>|<=|>=) ${value}|is (not )?null)`
const conditions = `${condition}( and ${condition})*`
const plainStatements = [
  String.raw`select( [\w", ]+)? from \w+ where ${conditions}( order by \w+( desc)?)?( limit (\d+|\?))?( for update)?`,
  String.raw`insert into \w+ \([\w, ]+\) values \(${value}(, ${value})*\)( on conflict do nothing)?( returning [\w", ]+)?`,
  String.raw`update \w+ set \w+ = ${value}(, \w+ = ${value})* where ${conditions}( returning [\w", ]+)?`,
  String.raw`delete from \w+ where ${conditions}( returning [\w", ]+)?`,
].map((pattern) => new RegExp(`^${pattern}$`))

/** Whether a statement reads or writes one table under plain conditions, which the query builder types by itself. */
export function isPlain(template: string): boolean {
  const statement = template.replace(/\s+/g, ' ').trim()
  return plainStatements.some((pattern) => pattern.test(statement))
}
