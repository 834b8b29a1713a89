declare module 'fontverter' {
  export function convert(font: Uint8Array, to: 'truetype' | 'woff2', from?: 'truetype' | 'woff2'): Promise<Uint8Array>
}
// Node's types leave WebAssembly to the DOM library, which the server does not use.
declare namespace WebAssembly {
  type Memory = { buffer: ArrayBuffer }
  function instantiate(bytes: Uint8Array): Promise<{ instance: { exports: object } }>
}
