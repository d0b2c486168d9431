// The design tokens of the UI toolkit's elements as CSS values. They stand in for the toolkit's own tokens (see esbuild.mjs), which copy the
// theme's colours into custom properties by script, each time the theme changes; `var()` follows the theme by itself. The names are the
// toolkit's. `--toolkit-…` are set in styles/base.css, for themes with high contrast that leave a colour out.

export const borderWidth = '1';
export const cornerRadiusRound = '2';
export const designUnit = '4';
export const disabledOpacity = '0.4';
export const fontFamily = 'var(--vscode-font-family, sans-serif)';
export const typeRampBaseFontSize = 'var(--vscode-font-size, 13px)';
export const typeRampBaseLineHeight = 'normal';
export const typeRampMinus1FontSize = '11px';
export const typeRampMinus1LineHeight = '16px';

export const contrastActiveBorder = 'var(--toolkit-activeBorder, transparent)';
export const focusBorder = 'var(--vscode-focusBorder, #007fd4)';
export const foreground = 'var(--vscode-foreground, #ccc)';

export const badgeBackground = 'var(--vscode-badge-background, var(--toolkit-noBackground, #4d4d4d))';
export const badgeForeground = 'var(--vscode-badge-foreground, #fff)';
export const tagCornerRadius = '2px';

export const buttonBorder = 'var(--vscode-button-border, transparent)';
export const buttonPaddingHorizontal = '11px';
export const buttonPaddingVertical = '4px';
export const buttonPrimaryBackground = 'var(--vscode-button-background, var(--toolkit-noBackground, #0e639c))';
export const buttonPrimaryForeground = 'var(--vscode-button-foreground, #fff)';
export const buttonPrimaryHoverBackground = 'var(--vscode-button-hoverBackground, var(--toolkit-noHover, #1177bb))';
export const buttonSecondaryBackground = 'var(--vscode-button-secondaryBackground, var(--toolkit-noBackground, #3a3d41))';
export const buttonSecondaryForeground = 'var(--vscode-button-secondaryForeground, #fff)';
export const buttonSecondaryHoverBackground = 'var(--vscode-button-secondaryHoverBackground, var(--toolkit-noSecondaryHover, #45494e))';
export const buttonIconBackground = 'transparent';
export const buttonIconCornerRadius = '5px';
export const buttonIconFocusBorderOffset = '0';
export const buttonIconHoverBackground = 'var(--toolkit-noSecondaryHover, rgba(90, 93, 94, 0.31))';
export const buttonIconPadding = '3px';

export const progressBackground = 'var(--vscode-progressBar-background, var(--toolkit-noBackground, #0e70c0))';
