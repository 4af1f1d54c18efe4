import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent: links, primary buttons, the current page. */
const accent: MantineColorsTuple = [
  '#eef2ff',
  '#e8edfe',
  '#c0cdf9',
  '#9bb0f4',
  '#7a95ee',
  '#5f7fe8',
  '#4a6ce0',
  '#3a5bd0',
  '#2f4db8',
  '#263f99',
]

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f2f4f7',
  '#e7eaef',
  '#dce0e7',
  '#c8ced8',
  '#a4acba',
  '#7b8494',
  '#596273',
  '#3c4453',
  '#232a36',
]

const dark: MantineColorsTuple = [
  '#dfe3ea',
  '#b4bbc7',
  '#8f98a7',
  '#6a7383',
  '#3b4352',
  '#323947',
  '#262c37',
  '#191d25',
  '#13161d',
  '#0d0f14',
]

/**
 * The look of the web app: one accent, five sizes of text, a grid of 4 px. Contrast of Mantine's defaults is below WCAG
 * 2.2 AA in places; test/browser/pages.test.ts measures every page.
 */
export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontFamily: '"Inter", "Inter fallback", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.375rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(16 24 40 / 5%)',
    md: '0 4px 12px rgb(16 24 40 / 10%)',
    xl: '0 12px 32px rgb(16 24 40 / 16%)',
  },
  respectReducedMotion: true,
  components: {
    Table: {
      defaultProps: {
        verticalSpacing: 'var(--density-row)',
        horizontalSpacing: 'sm',
        highlightOnHover: true,
        borderColor: 'var(--line)',
      },
    },
    Paper: { styles: { root: { '--paper-border-color': 'var(--line)' } } },
    Modal: {
      // Gives the header no landmark role, because the section around it is a dialog and not the page.
      defaultProps: {
        centered: true,
        radius: 'lg',
        transitionProps: { duration: 120 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Alert: { defaultProps: { variant: 'outline' } },
    Progress: { defaultProps: { color: 'var(--mantine-color-anchor)' } },
    Tabs: { defaultProps: { color: 'var(--mantine-color-anchor)' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', fw: 550 },
      styles: { root: { textTransform: 'none', letterSpacing: 0 } },
    },
    SegmentedControl: { styles: { root: { backgroundColor: 'var(--surface-hover)' } } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Button: { styles: { label: { fontWeight: 550 } } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--combobox-chevron-color': 'var(--mantine-color-dimmed)' },
  light: {
    '--mantine-color-text': '#1b212c',
    '--mantine-color-dimmed': '#525c6b',
    '--mantine-color-placeholder': '#616b7a',
    '--mantine-color-error': '#b42318',
    '--mantine-color-warning': '#8f4700',
    '--mantine-color-anchor': '#2f4db8',
    '--mantine-color-default-border': '#d5dae2',
    '--mantine-color-teal-light': '#e2f4eb',
    '--mantine-color-blue-light': '#e6edfc',
    '--mantine-color-red-light': '#fdeae8',
    '--mantine-color-yellow-light': '#fcf1d6',
    '--mantine-color-orange-light': '#fdeadb',
    '--mantine-color-gray-light': '#eef0f4',
    '--mantine-color-teal-light-color': '#06603f',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#8a3200',
    '--mantine-color-red-light-color': '#a11d13',
    '--mantine-color-blue-light-color': '#1d4a94',
    '--mantine-color-gray-light-color': '#434b54',
    '--mantine-color-teal-outline': '#06603f',
    '--mantine-color-yellow-outline': '#7a4a00',
    '--mantine-color-gray-outline': '#434b54',
    '--surface-menu': '#f7f8fa',
    '--surface-raised': '#ffffff',
    '--surface-hover': '#eceff4',
    '--line': '#e4e8ee',
    '--control-edge': '#868f9e',
    '--track': '#e7eaef',
    '--edge-shadow': 'rgb(16 24 40 / 14%)',
  },
  dark: {
    '--mantine-color-text': '#e3e7ee',
    '--mantine-color-body': '#12151b',
    '--mantine-color-dimmed': '#b4bcc9',
    '--mantine-color-placeholder': '#96a0b0',
    '--mantine-color-error': '#ff9c92',
    '--mantine-color-warning': '#f5c26b',
    '--mantine-color-anchor': '#9bb4ff',
    '--mantine-color-gray-light': '#2a303b',
    '--mantine-color-gray-light-color': '#d3d9e2',
    '--mantine-color-accent-light-color': '#9bb4ff',
    '--mantine-color-default': '#1b1f28',
    '--mantine-color-default-hover': '#232833',
    '--mantine-color-default-border': '#373f4e',
    '--surface-menu': '#0e1116',
    '--surface-raised': '#171b22',
    '--surface-hover': '#222833',
    '--line': '#262c37',
    '--control-edge': '#737d8f',
    '--track': '#262c37',
    '--edge-shadow': 'rgb(0 0 0 / 55%)',
  },
})
