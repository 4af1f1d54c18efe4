const names = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Whether a name or address leads nowhere but to the own machine: what never leaves it is as good as https. */
export const isOwnMachine = (host: string): boolean => names.test(host)
