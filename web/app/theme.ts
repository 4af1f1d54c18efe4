import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** Contrast of Mantine's defaults is below WCAG 2.2 AA in places; test/browser/pages.test.ts measures every page. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  respectReducedMotion: true,
  components: {
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', highlightOnHover: true } },
    Modal: {
      // The header is not a page landmark: the section around it is a dialog.
      defaultProps: {
        centered: true,
        transitionProps: { duration: 120 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Badge: { styles: { root: { textTransform: 'none' } } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4a5560',
    '--mantine-color-placeholder': '#5c6670',
    '--mantine-color-error': '#b42318',
    '--mantine-color-warning': '#8f4700',
    '--mantine-color-anchor': '#1a5fb4',
    '--mantine-color-teal-light-color': '#06603f',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#8a3200',
    '--mantine-color-gray-light-color': '#434b54',
    '--mantine-color-teal-outline': '#06603f',
    '--mantine-color-yellow-outline': '#7a4a00',
    '--mantine-color-gray-outline': '#434b54',
  },
  dark: {
    '--mantine-color-dimmed': '#b0b8c1',
    '--mantine-color-placeholder': '#9aa3ad',
    '--mantine-color-error': '#ff9c92',
    '--mantine-color-warning': '#f5c26b',
    '--mantine-color-anchor': '#8ab8f5',
  },
})
