import type { ThemeOptions } from '@mui/material/styles'
import type { TFunction } from 'i18next'

/** Sets the labels of MUI's own buttons, which default to English. */
export const withLabels = <T extends Pick<ThemeOptions, 'components'>>(theme: T, t: TFunction): T => ({
  ...theme,
  components: {
    ...theme.components,
    MuiAutocomplete: {
      ...theme.components?.MuiAutocomplete,
      defaultProps: {
        ...theme.components?.MuiAutocomplete?.defaultProps,
        openText: t('ra.action.open'),
        closeText: t('ra.action.close'),
        clearText: t('ra.action.clear_input_value'),
        loadingText: t('ra.page.loading'),
        noOptionsText: t('app.list.noOptions'),
      },
    },
    MuiPagination: {
      ...theme.components?.MuiPagination,
      defaultProps: { ...theme.components?.MuiPagination?.defaultProps, 'aria-label': t('app.list.pages') },
    },
    MuiTablePagination: {
      ...theme.components?.MuiTablePagination,
      defaultProps: {
        ...theme.components?.MuiTablePagination?.defaultProps,
        getItemAriaLabel: (type) => t(`ra.navigation.${type}`),
      },
    },
    MuiAlert: {
      ...theme.components?.MuiAlert,
      defaultProps: { ...theme.components?.MuiAlert?.defaultProps, closeText: t('ra.action.close') },
    },
  },
})
