import { DOMParser } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import type { TrustedKey } from './e-kyc-reader.ts'

/**
 * Algorithms of UIDAI's files: RSA with SHA-1 over a reference with SHA-256, canonical XML 1.0, and nothing but the enveloped
 * signature as transform. RSA with SHA-256 is accepted too, for the day UIDAI moves to it.
 */
const dsig = 'http://www.w3.org/2000/09/xmldsig#'
export const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
export const enveloped = `${dsig}enveloped-signature`
export const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
export const rsaSha1 = `${dsig}rsa-sha1`
const signatureMethods = [rsaSha1, 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256']

function fail(message: string): never {
  throw new Error(message)
}
/** Parses text as one element. @throws Error for anything an XML parser warns about */
function parse(text: string): Element {
  const errorHandler = { warning: fail, error: fail, fatalError: fail }
  const document = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')
  const root = document.documentElement
  if (!root || elementsOf(document).length !== 1) return fail('not one root')
  return root
}

const elementsOf = (node: Node): Element[] =>
  Array.from(node.childNodes).filter((one): one is Element => one.nodeType === 1)

/** The child elements of `node`, which must have exactly these names, in order. */
function childrenOf(node: Element, names: readonly string[], namespace: string | null): Element[] {
  const children = elementsOf(node)
  const isSame = children.length === names.length && children.every((one, i) => one.localName === names[i])
  if (!isSame || children.some((one) => (one.namespaceURI || null) !== namespace)) fail(`children of ${node.localName}`)
  return children
}

/** Refuses every signature of another shape, so that what is verified is the whole file and nothing else. */
function assertShape(signature: Element): void {
  const [info, value] = elementsOf(signature)
  const rest = elementsOf(signature).slice(2)
  if (info?.localName !== 'SignedInfo' || value?.localName !== 'SignatureValue') fail('parts of the signature')
  if (rest.length > 1 || rest.some((one) => one.localName !== 'KeyInfo')) fail('more in the signature')
  const [canonical, method, reference] = childrenOf(
    info,
    ['CanonicalizationMethod', 'SignatureMethod', 'Reference'],
    dsig,
  ) as [Element, Element, Element] // safe: three names
  const [transforms, digest] = childrenOf(reference, ['Transforms', 'DigestMethod', 'DigestValue'], dsig) as [
    Element,
    Element,
    Element,
  ] // safe: three names
  const [transform] = childrenOf(transforms, ['Transform'], dsig) as [Element] // safe: one name
  const simple = [canonical, method, transform, digest]
  if (simple.some((one) => elementsOf(one).length > 0)) fail('parameters of an algorithm')
  const algorithms = simple.map((one) => one.getAttribute('Algorithm') ?? '')
  const isKnown =
    algorithms[0] === c14n &&
    signatureMethods.includes(algorithms[1] ?? '') &&
    algorithms[2] === enveloped &&
    algorithms[3] === sha256
  if (!isKnown) fail('an algorithm')
  if (!reference.hasAttribute('URI') || reference.getAttribute('URI') !== '') fail('not the whole file')
}

type SignedRoot = { root: Element; key: TrustedKey }

/**
 * Verifies the enveloped signature of a document by one of the trusted keys; a key in the file is never used.
 * @returns the root element, parsed again from the canonical text that was signed; `signature` if the text was changed
 * after signing; `certificate` if no trusted key signed it
 * @throws Error for text that is no XML, or has another shape
 */
export function verify(text: string, keys: readonly TrustedKey[]): SignedRoot | 'signature' | 'certificate' {
  // Neither DTDs, entities, comments, CDATA nor instructions, which UIDAI's files do not have.
  const body = text.replace(/^\ufeff?<\?xml [^?<>]*\?>/, '')
  if (/<[!?]/.test(body)) return fail('more than elements')
  const root = parse(text)
  const signatures = Array.from(root.getElementsByTagName('*')).filter((one) => one.localName === 'Signature')
  const [signature] = signatures
  if (!signature || signatures.length > 1 || signature.parentNode !== root || signature.namespaceURI !== dsig)
    return fail('not one signature')
  assertShape(signature)
  let isUnchanged = false
  for (const key of keys) {
    const signed = new SignedXml({ publicCert: key.pem, getCertFromKeyInfo: () => null })
    signed.loadSignature(signature)
    try {
      // False: the reference has another digest. An exception: the signature is not by this key.
      if (!signed.checkSignature(text)) return 'signature'
    } catch {
      isUnchanged = true
      continue
    }
    const [canonical, ...more] = signed.getSignedReferences()
    if (canonical === undefined || more.length > 0) return fail('not one reference')
    return { root: parse(canonical), key }
  }
  return isUnchanged ? 'certificate' : 'signature'
}

/** The only child element of a name. @throws Error for none or several */
export function childOf(parent: Element, name: string): Element {
  const found = elementsOf(parent).filter((one) => one.localName === name)
  if (found.length !== 1 || !found[0]) return fail(`not one ${name}`)
  return found[0]
}
