/** The CSP nonce of this page, which added styles need (src/http/web-app.ts). */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// react-remove-scroll, which Mantine's dialogs use, reads it from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
