/** The nonce of this page, under which styles may be added to it (src/http/web-app.ts). */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Where react-remove-scroll, which Mantine's dialogs use, looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce })
