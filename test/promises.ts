import { join, relative } from 'node:path'
import {
  type ArrowFunction,
  type Block,
  type FunctionExpression,
  getTokenPosOfNode,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type Project, SignatureKind, type Type } from 'typescript/unstable/sync'

// Every promise is handled: nothing else may be awaited, returned or thrown between creating and awaiting it. If both
// fail, the first rejection has no handler and ends the Node process.

const root = join(import.meta.dirname, '..')
const combinators = /^Promise\.(all|allSettled|race|any)$/
/** Fastify awaits plugins and parsers, although the types of its older callbacks do not say so. */
const awaitingCallees = /\.(register|addContentTypeParser)$/

const isFunction = (node: Node) =>
  is.isArrowFunction(node) ||
  is.isFunctionExpression(node) ||
  is.isFunctionDeclaration(node) ||
  is.isMethodDeclaration(node) ||
  is.isGetAccessorDeclaration(node) ||
  is.isConstructorDeclaration(node)

/** Whether a node, or a node below it, matches; nested functions run later and are skipped. */
function some(node: Node, matches: (one: Node) => boolean): boolean {
  if (matches(node)) return true
  return node.forEachChild((child) => (isFunction(child) ? false : some(child, matches)) || undefined) ?? false
}
const isLeaving = (node: Node) =>
  is.isAwaitExpression(node) ||
  is.isYieldExpression(node) ||
  is.isReturnStatement(node) ||
  is.isThrowStatement(node) ||
  (is.isForOfStatement(node) && node.awaitModifier !== undefined)
const named = (name: string) => (node: Node) => is.isIdentifier(node) && node.text === name
const textOf = (node: Node) => node.getSourceFile().text.slice(getTokenPosOfNode(node, node.getSourceFile()), node.end)

/**
 * A promise whose rejection is handled: the result of `catch` or of `then` with two functions, one caught before being
 * stored, or one whose constructor cannot reject.
 */
function isCaught(node: Node): boolean {
  if (is.isNewExpression(node)) {
    const [maker] = node.arguments ?? []
    return maker !== undefined && is.isArrowFunction(maker) && maker.parameters.length < 2
  }
  if (!is.isCallExpression(node) || !is.isPropertyAccessExpression(node.expression)) return false
  const method = node.expression.name.text
  const argumentCount = node.arguments.length
  if (method === 'finally') return isCaught(node.expression.expression)
  if (method === 'resolve') return argumentCount === 0
  return (method === 'catch' && argumentCount === 1) || (method === 'then' && argumentCount === 2)
}

/** Whether a statement always awaits, passes on or catches the named promise. */
function handles(statement: Node, name: string): boolean {
  const isNamed = named(name)
  if (is.isReturnStatement(statement)) return !some(statement, is.isAwaitExpression) || handlesFirst(statement)
  if (is.isExpressionStatement(statement)) {
    const { expression } = statement
    if (isCaught(is.isBinaryExpression(expression) ? expression.right : expression)) return true
  }
  if (is.isIfStatement(statement)) {
    // When the condition is false, there is no promise.
    if (isNamed(statement.expression)) return handles(statement.thenStatement, name)
    return handlesFirst(statement.expression)
  }
  if (is.isTryStatement(statement)) return settled(statement.tryBlock, 0, name)
  return handlesFirst(statement)

  /** Whether the first expression that is certainly awaited is this promise. */
  function handlesFirst(node: Node): boolean {
    if (is.isAwaitExpression(node))
      return some(node.expression, isNamed) && !some(node.expression, is.isAwaitExpression)
    const certain = alwaysRun(node)
    return (
      certain.some(handlesFirst) &&
      !certain.slice(0, certain.findIndex(handlesFirst)).some((part) => some(part, isLeaving))
    )
  }
}

/** The parts of a node that always run when it runs. */
function alwaysRun(node: Node): Node[] {
  if (isFunction(node) || is.isIfStatement(node) || is.isForOfStatement(node) || is.isForStatement(node)) return []
  if (is.isConditionalExpression(node)) return [node.condition]
  if (is.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(textOf(node.operatorToken))) return [node.left]
  const parts: Node[] = []
  node.forEachChild((child) => void parts.push(child))
  return parts
}

/** Whether the named promise is handled by the first statement from `from` on that can leave the block. */
function settled(block: Block | SourceFile, from: number, name: string): boolean {
  for (const statement of block.statements.slice(from)) {
    if (some(statement, named(name)) && handles(statement, name)) return true
    if (some(statement, isLeaving)) return false
  }
  return false
}

/** The expression that uses a node, past wrappers that only pass it on. */
function userOf(node: Node): { parent: Node; child: Node } {
  let child = node
  for (;;) {
    const { parent } = child
    const passes =
      is.isParenthesizedExpression(parent) ||
      is.isAsExpression(parent) ||
      is.isNonNullExpression(parent) ||
      is.isSatisfiesExpression(parent) ||
      (is.isConditionalExpression(parent) && parent.condition !== child) ||
      (is.isBinaryExpression(parent) && /^(&&|\|\||\?\?)$/.test(textOf(parent.operatorToken)))
    if (!passes) return { parent, child }
    child = parent
  }
}

/** Whether a named promise is handled in time, in the block that declares it. */
function isHandledInBlock(node: Node, name: string): boolean {
  let statement = node
  while (!is.isBlock(statement.parent) && !is.isSourceFile(statement.parent)) {
    if (is.isArrowFunction(statement.parent)) return true // its body is returned
    statement = statement.parent
  }
  const block = statement.parent
  return settled(block, block.statements.findIndex((sibling) => sibling === statement) + 1, name)
}

/** Whether a node is in a loader or action, which run on the server. */
function isInLoaderOrAction(node: Node): boolean {
  if (is.isFunctionDeclaration(node) && /^(loader|action)$/.test(node.name?.text ?? '')) return true
  return node.parent ? isInLoaderOrAction(node.parent) : false
}

/**
 * Why a new promise is unhandled, or null; `isStrict` where an unhandled rejection ends the process, unlike in a
 * browser.
 */
function unhandledReason(promise: Node, isStrict: boolean): string | null {
  if (isCaught(promise)) return null
  const { parent, child } = userOf(promise)
  if (is.isExpressionStatement(parent) || is.isVoidExpression(parent))
    return isStrict ? 'it is not awaited: end it with catch' : null
  if (is.isVariableDeclaration(parent) && is.isIdentifier(parent.name))
    return isHandledInBlock(parent, parent.name.text)
      ? null
      : 'something else is awaited first: start both in one Promise.all'
  if (is.isBinaryExpression(parent) && parent.right === child && is.isIdentifier(parent.left))
    return isHandledInBlock(parent, parent.left.text) ? null : 'it is stored but not awaited: end it with catch'
  if (is.isArrayLiteralExpression(parent)) {
    const { parent: call } = parent
    if (!is.isCallExpression(call) || !combinators.test(textOf(call.expression)))
      return 'an array of promises belongs in Promise.all'
    const later = parent.elements.slice(parent.elements.findIndex((element) => element === child) + 1)
    return later.some((element) => some(element, is.isAwaitExpression))
      ? 'something else is awaited in the same array'
      : null
  }
  return null
}

/** Whether an array of promises is passed straight to Promise.all or one of its siblings. */
const isInCombinator = (array: Node) => {
  const { parent } = userOf(array)
  return is.isCallExpression(parent) && combinators.test(textOf(parent.expression))
}

const isPromise = (type: Type | undefined): boolean =>
  type !== undefined &&
  (type.isUnionType()
    ? (type.getTypes() ?? []).some(isPromise)
    : type.isObjectType() && type.getSymbol()?.name === 'Promise')

function isPromiseArray(type: Type | undefined, checker: Checker): boolean {
  return type?.isTypeReference() === true && checker.isArrayType(type) && isPromise(checker.getTypeArguments(type)[0])
}

/** An async function passed to a caller that ignores its result. */
function isResultIgnored(fn: ArrowFunction | FunctionExpression, checker: Checker): boolean {
  if (!is.isCallExpression(fn.parent) && !is.isNewExpression(fn.parent)) return false
  if (awaitingCallees.test(textOf(fn.parent.expression))) return false
  const signature = checker.getSignatureFromDeclaration(fn)
  if (!signature || !isPromise(checker.getReturnTypeOfSignature(signature))) return false
  const wanted = checker.getContextualType(fn)
  const answers = wanted ? checker.getSignaturesOfType(wanted, SignatureKind.Call) : []
  return (
    answers.length > 0 &&
    answers.every((signature) => checker.getReturnTypeOfSignature(signature)?.flags === checker.getVoidType().flags)
  )
}

/** One sentence per unhandled promise of a file. */
function faultsIn(file: SourceFile, project: Project, name: string, isStrict: boolean): string[] {
  const { checker } = project
  const made: Node[] = []
  const lists: Node[] = []
  const functions: (ArrowFunction | FunctionExpression)[] = []
  const parameters: Node[] = []
  const collect = (node: Node): void => {
    const { parent } = node
    if (is.isCallExpression(node) || is.isNewExpression(node)) {
      const isHandedOn =
        is.isAwaitExpression(parent) || is.isReturnStatement(parent) || is.isPropertyAccessExpression(parent)
      if (!isHandedOn) made.push(node)
      if (!isHandedOn && /\.(map|from)$/.test(textOf(node.expression))) lists.push(node)
    }
    if (is.isArrowFunction(node) || is.isFunctionExpression(node)) functions.push(node)
    if (is.isParameterDeclaration(node) && node.type && /^Promise\b/.test(textOf(node.type))) parameters.push(node)
    node.forEachChild(collect)
  }
  collect(file)
  const faults: [Node, string][] = []
  const types = made.length > 0 ? checker.getTypeAtLocation(made) : []
  for (const [i, node] of made.entries()) {
    const why = isPromise(types[i]) ? unhandledReason(node, isStrict || isInLoaderOrAction(node)) : null
    if (why) faults.push([node, why])
  }
  for (const node of lists) {
    if (isInCombinator(node) || is.isArrowFunction(node.parent)) continue
    if (isPromiseArray(checker.getTypeAtLocation(node), checker))
      faults.push([node, 'an array of promises belongs in Promise.all'])
  }
  for (const node of parameters) {
    const { body } = node.parent as ArrowFunction // safe: parameters belong to functions; function types have no body
    if (
      is.isParameterDeclaration(node) &&
      is.isIdentifier(node.name) &&
      body &&
      is.isBlock(body) &&
      !settled(body, 0, node.name.text)
    )
      faults.push([node, 'something else is awaited before this parameter'])
  }
  if (isStrict)
    for (const node of functions)
      if (isResultIgnored(node, checker)) faults.push([node, 'its result is ignored: do not make it async'])
  return faults.map(([node, why]) => {
    const line = file.text.slice(0, getTokenPosOfNode(node, file)).split('\n').length
    return `${name}:${line}: ${why}`
  })
}

type PromiseCheck = { config: string; isIncluded?: (file: string) => boolean; isStrict?: (file: string) => boolean }

/** One sentence per unhandled promise in the files of a tsconfig; `texts` are in-memory files by path. */
export function promiseFaults(check: PromiseCheck, texts = new Map<string, string>()): string[] {
  const { isIncluded = () => true, isStrict = () => true } = check
  const config = join(root, check.config)
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
      const file = isIncluded(name) ? project.program.getSourceFile(path) : undefined
      return file ? faultsIn(file, project, name, isStrict(name)) : []
    })
  } finally {
    api.close()
  }
}
