import { useLocation } from '@tanstack/react-router'

/** The path of the page. Components that need only the path do not render again when a list changes its parameters. */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname })
