; The installer for Windows; packaging/windows_installer.py calls makensis with SOURCE, TARGET, VERSION and KILOBYTES.
; It installs for the person who starts it. `ArxDesk-VERSION-windows.exe /S` asks nothing; /D=C:\Folder comes last.
Unicode true
Target amd64-unicode
SetCompressor /SOLID ${COMPRESSOR}
Name "ArxDesk"
OutFile "${TARGET}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\ArxDesk"
InstallDirRegKey HKCU "Software\ArxDesk" "Folder"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\ArxDesk"
!define KIND "ArxDesk.project"

!ifdef SIGN
  !finalize `printenv ${PASSWORD} | ${SIGN} -in "%1" -out "%1.signed" && mv "%1.signed" "%1"`
  !uninstfinalize `printenv ${PASSWORD} | ${SIGN} -in "%1" -out "%1.signed" && mv "%1.signed" "%1"`
!endif

!include "MUI2.nsh"
!define MUI_ICON "${SOURCE}/arxdesk.ico"
!define MUI_UNICON "${SOURCE}/arxdesk.ico"
!insertmacro MUI_PAGE_LICENSE "${SOURCE}/LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "Spanish"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "ArxDesk"
VIAddVersionKey "FileDescription" "Installer of ArxDesk"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache License 2.0"

Section
  ; An older version goes as a whole, so that none of its libraries stays beside the new ones.
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\libraries"
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\ArxDesk.lnk" "$INSTDIR\python\pythonw.exe" "-m arxdesk" "$INSTDIR\arxdesk.ico"
  WriteRegStr HKCU "Software\ArxDesk" "Folder" "$INSTDIR"
  WriteRegStr HKCU "Software\Classes\.arxdesk" "" "${KIND}"
  WriteRegStr HKCU "Software\Classes\${KIND}" "" "ArxDesk project"
  WriteRegStr HKCU "Software\Classes\${KIND}\DefaultIcon" "" "$INSTDIR\arxdesk.ico"
  WriteRegStr HKCU "Software\Classes\${KIND}\shell\open\command" "" \
    '"$INSTDIR\python\pythonw.exe" -m arxdesk "%1"'
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "ArxDesk"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\arxdesk.ico"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The ArxDesk maintainers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  ; Only what was installed: the folder may hold files of the person. Settings and unsaved work stay as well.
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\libraries"
  Delete "$INSTDIR\arxdesk.cmd"
  Delete "$INSTDIR\arxdesk.ico"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\ArxDesk.lnk"
  RMDir /r "$LOCALAPPDATA\ArxDesk\Cache"
  RMDir "$LOCALAPPDATA\ArxDesk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Classes\${KIND}"
  DeleteRegKey HKCU "Software\Classes\.arxdesk"
  DeleteRegValue HKCU "Software\ArxDesk" "Folder"
  DeleteRegKey /ifempty HKCU "Software\ArxDesk"
SectionEnd
